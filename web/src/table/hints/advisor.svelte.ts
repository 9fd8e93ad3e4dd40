/** Hints at the table. A hint is valid until the next move. */
import type { Hint } from "../../generated/protocol";
import { api } from "../../net/api";
import { notifyError } from "../../services/notices.svelte";
import type { TableSession } from "../table-session.svelte";

export class Advisor {
  #given = $state.raw<Hint | null>(null);
  /** The number of moves at the time of the hint. */
  #moves = $state(-1);
  asking = $state(false);

  readonly hint = $derived.by(() => (this.session.game?.moves === this.#moves ? this.#given : null));

  constructor(readonly session: TableSession) {}

  /** Whether the table allows hints. */
  readonly allowed = $derived.by(() => this.session.table?.options.hints ?? true);
  /** Whether a hint can be asked for now: the player can move. */
  readonly offered = $derived.by(() => {
    const { table, own } = this.session;
    return this.allowed && table?.phase === "playing" && (own?.legal.length ?? 0) > 0;
  });

  async ask(): Promise<void> {
    if (this.asking || !this.offered) return;
    this.asking = true;
    try {
      const moves = this.session.game?.moves ?? -1;
      const hint = await api.hint(this.session.id);
      this.#given = hint;
      this.#moves = moves;
    } catch (error) {
      await notifyError(error);
    } finally {
      this.asking = false;
    }
  }

  dismiss(): void {
    this.#given = null;
  }
}
