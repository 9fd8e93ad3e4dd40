/** The page's part in the shuffles at a table: it promises numbers, shows them, and stores what others have promised. */
import type { Update } from "../generated/protocol";
import type { TableRequest } from "../net/table-socket.svelte";
import { storeCommitment, storeDealt } from "./commitments";
import { commit, numberToShow } from "./entropy";

const MOST_RETRIES = 3;

export class ShufflePart {
  /** The commitment to the number that was last asked for. */
  #asked = "";
  /** How often the player was made ready again since the last game. */
  #retries = 0;

  /** Refusals of what is sent do not matter: another tab may have been quicker. */
  constructor(
    readonly table: string,
    readonly send: (request: TableRequest) => Promise<unknown>,
  ) {}

  /** The request that makes the player ready, with the commitment to a new number. */
  ready(): TableRequest {
    return { type: "ready", commitment: commit() };
  }

  receive({ happened, table: { fair, phase }, own }: Update): void {
    const seat = own?.seat ?? null;
    if (phase === "playing") {
      storeDealt(this.table, fair, seat);
      this.#retries = 0;
      return;
    }
    storeCommitment(this.table, fair);
    if (seat === null) return;
    const commitment = fair.commitments?.[seat];
    if (fair.showing && commitment && !fair.entropy[seat] && commitment !== this.#asked) {
      this.#asked = commitment;
      const entropy = numberToShow(this.table, fair, seat);
      if (entropy) void this.send({ type: "show", entropy });
    }
    const withheld = happened.flatMap((each) => (each.type === "withheld" ? each.seat : []));
    if (withheld.length && !withheld.includes(seat) && this.#asked && this.#retries++ < MOST_RETRIES)
      void this.send(this.ready());
  }
}
