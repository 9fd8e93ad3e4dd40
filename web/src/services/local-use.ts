/** Whether this browser has had tables of its own. Where it never had one, nothing is loaded to look for them. */
import { loadStored, store } from "./storage";

const STORAGE_KEY = "skipbo.local";

export function hasLocalTables(): boolean {
  return loadStored<{ opened: boolean }>(STORAGE_KEY).opened ?? false;
}

export function noteLocalTable(): void {
  store(STORAGE_KEY, { opened: true });
}
