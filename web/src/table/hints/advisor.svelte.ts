/** Advice at the table: what the planner would play, as long as the table is as it was when it was asked. */
import type { Hint } from "../../generated/protocol";
import { api } from "../../net/api";
import { notifyError } from "../../services/notices.svelte";
import type { TableSession } from "../table-session.svelte";

export class Advisor {
  #given = $state.raw<Hint | null>(null);
  /** How many moves had been made. */
  #moves = $state(-1);
  asking = $state(false);

  readonly hint = $derived.by(() => (this.session.game?.moves === this.#moves ? this.#given : null));

  constructor(readonly session: TableSession) {}

  /** Whether advice is to be had: the reader wants it, the table allows it, and it is one's turn. */
  readonly offered = $derived.by(() => {
    const { table, own, seat } = this.session;
    const allowed = table?.phase === "playing" && (table.options.hints ?? true);
    return allowed && seat !== null && (own?.legal.length ?? 0) > 0;
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
