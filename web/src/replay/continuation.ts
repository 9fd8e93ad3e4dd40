/** Tables that go on with a finished game. */
import { isLocal } from "../catalogue/local-tables";
import { api } from "../net/api";
import { guest } from "../net/guest.svelte";
import { notifyError } from "../services/notices.svelte";
import { navigate } from "../services/router.svelte";

/** Goes to a new table where a seat of a game goes on after so many moves. */
export async function continueFrom(id: string, game: number, moves: number, seat: number): Promise<void> {
  try {
    if (!isLocal(id)) await guest.ensure();
    navigate(`/t/${(await api.continueGame(id, game, { moves, seat })).id}`);
  } catch (error) {
    await notifyError(error);
  }
}
