/** What is read aloud: `say` when there is time for it, `call` at once. Shown by shell/LiveRegions.svelte. */

export interface Announcement {
  id: number;
  text: string;
}

const MOST = 12; // lines, so that what comes in quick succession is all read

class Announcer {
  polite = $state.raw<Announcement[]>([]);
  urgent = $state.raw<Announcement[]>([]);
  #count = 0;

  /** For moves, answers, and whatever can wait for the end of a sentence. */
  say(text: string): void {
    this.polite = [...this.polite.slice(1 - MOST), this.#announcement(text)];
  }

  /** For “your turn” and refusals. */
  sayNow(text: string): void {
    this.urgent = [...this.urgent.slice(1 - MOST), this.#announcement(text)];
  }

  #announcement(text: string): Announcement {
    return { id: this.#count++, text };
  }
}

export const announcer = new Announcer();
