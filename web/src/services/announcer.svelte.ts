/** What is read aloud: `say` when there is time for it, `call` at once. Shown by shell/LiveRegions.svelte. */

export interface Line {
  id: number;
  text: string;
}

const KEPT = 12; // lines, so that what comes in quick succession is all read

class Announcer {
  polite = $state.raw<Line[]>([]);
  urgent = $state.raw<Line[]>([]);
  #lines = 0;

  /** For moves, answers, and whatever can wait for the end of a sentence. */
  say(text: string): void {
    this.polite = [...this.polite.slice(1 - KEPT), this.#line(text)];
  }

  /** For “your turn” and refusals. */
  call(text: string): void {
    this.urgent = [...this.urgent.slice(1 - KEPT), this.#line(text)];
  }

  #line(text: string): Line {
    return { id: this.#lines++, text };
  }
}

export const announcer = new Announcer();
