/** Texts for screen readers, shown by shell/LiveRegions.svelte. */

export interface Announcement {
  id: number;
  text: string;
}

const MOST = 12; // kept, so that texts in quick succession are all read

class Announcer {
  polite = $state.raw<Announcement[]>([]);
  urgent = $state.raw<Announcement[]>([]);
  #count = 0;

  /** Announces after the current sentence: moves, answers. */
  say(text: string): void {
    this.polite = [...this.polite.slice(1 - MOST), this.#announcement(text)];
  }

  /** Interrupts: “your turn”, refusals. */
  sayNow(text: string): void {
    this.urgent = [...this.urgent.slice(1 - MOST), this.#announcement(text)];
  }

  #announcement(text: string): Announcement {
    return { id: this.#count++, text };
  }
}

export const announcer = new Announcer();
