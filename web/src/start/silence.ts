/** A network may take every request and answer none, as on a plane. */
import { api, ApiError } from "../net/api";

/** ms that a player waits who wants to play at once. */
const PATIENCE = 1_200;

/** Fails if the server has not even said by then that it is there. Once it has, never ends: it may take its time. */
export function silence(): Promise<never> {
  return new Promise((_, reject) => {
    const late = setTimeout(() => reject(new ApiError("failed", "offline")), PATIENCE);
    const heard = () => clearTimeout(late);
    api.server().then(heard, heard);
  });
}
