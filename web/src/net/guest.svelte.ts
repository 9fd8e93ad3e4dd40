/** The guest who uses this browser, identified by a cookie. */
import type { Visitor } from "../generated/protocol";
import { api, ApiError } from "./api";
import { isSite } from "./host";

const LATE = 4_000; // ms: until then a server is only slow

class CurrentGuest {
  /** Null if there is no guest yet, and until `known`. */
  name = $state<string | null>(null);
  /** Whether the guest chose the name; false if the server assigned it. */
  named = $state(false);
  /** Whether the server has answered who the guest is, or that there is none. */
  known = $state(false);
  /** Whether the server could not be reached, or says nothing for long. */
  offline = $state(false);

  async load(): Promise<void> {
    if (isSite) {
      this.known = true; // nobody asks for a name there
      return;
    }
    setTimeout(() => (this.offline = !this.known), LATE);
    try {
      this.#set(await api.me());
    } catch (error) {
      this.known ||= !(error instanceof ApiError && error.kind === "failed"); // refused: there is no guest yet
      this.offline = !this.known;
    }
  }

  /** Forgets the guest, whom the server no longer knows, so that the page asks for a name again. */
  forget(): void {
    this.name = null;
    this.named = false;
  }

  /** Creates a guest with an assigned name, unless there is one. */
  async ensure(): Promise<void> {
    if (!this.known) await this.load();
    if (this.name === null) this.#set(await api.createGuest());
  }

  /** Creates a guest with this name, or renames the present one. */
  async setName(name: string): Promise<void> {
    this.#set(await (this.name === null ? api.createGuest(name) : api.rename(name)));
  }

  #set({ name, named }: Visitor): void {
    this.name = name;
    this.named = named;
    this.known = true;
    this.offline = false;
  }
}

export const guest = new CurrentGuest();
