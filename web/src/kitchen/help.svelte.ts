/** Which explanations of a kitchen table are open: the row of acts opens them, the panel above it shows them. */
import { loadStored, store } from "../services/storage";

const STORAGE_KEY = "skipbo.kitchen";
/** The button that opens the choice of a player to call, where the focus returns. */
export const CALL_BUTTON = "call-out-a-mistake";

class KitchenHelp {
  /** Whether the player has never closed it: then it also says what a kitchen table is. */
  isNew = $state(loadStored<{ open: boolean }>(STORAGE_KEY).open === undefined);
  /** Whether it says what can be done now. */
  open = $state(loadStored<{ open: boolean }>(STORAGE_KEY).open ?? true);
  /** Whether it asks whom to call. */
  calling = $state(false);

  toggle(): void {
    this.open = !this.open;
    this.isNew = false;
    store(STORAGE_KEY, { open: this.open });
  }

  stopCalling(): void {
    this.calling = false;
    document.getElementById(CALL_BUTTON)?.focus();
  }
}

export const kitchenHelp = new KitchenHelp();
