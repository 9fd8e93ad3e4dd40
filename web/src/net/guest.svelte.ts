/** Who sits in front of this browser: a guest with a name, known by a cookie. */
import type { Visitor } from "../generated/protocol";
import { api, ApiError } from "./api";

class CurrentGuest {
  /** Null before anybody has come, and before `known`. */
  name = $state<string | null>(null);
  /** Whether that name was chosen, and not given by the server to who only wanted to play. */
  named = $state(false);
  /** Whether the server has said who we are, or that we are nobody yet. */
  known = $state(false);
  /** Whether the server could not be asked. */
  offline = $state(false);

  async load(): Promise<void> {
    try {
      const { name, named } = await api.me();
      this.#set({ name, named });
    } catch (error) {
      this.offline = error instanceof ApiError && error.kind === "failed";
      this.known = !this.offline; // whoever is refused is nobody yet
    }
  }

  /** The server does not know us any more: somebody must say a name again. */
  forget(): void {
    this.name = null;
    this.named = false;
  }

  /** Comes as a guest if nobody has come yet: a name can wait. */
  async ensure(): Promise<void> {
    if (!this.known) await this.load();
    if (this.name === null) this.#set(await api.createGuest());
  }

  /** Comes as a guest, or takes another name. */
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
