/** Who sits in front of this browser: a guest with a name, known by a cookie. */
import { api, Refused } from "./api";

class Me {
  /** Null before anybody has said a name, and before `known`. */
  name = $state<string | null>(null);
  /** Whether the server has said who we are, or that we are nobody yet. */
  known = $state(false);
  /** Whether the server could not be asked. */
  offline = $state(false);

  async find(): Promise<void> {
    try {
      this.name = (await api.me()).name;
      this.known = true;
      this.offline = false;
    } catch (error) {
      this.offline = error instanceof Refused && error.code === "offline";
      this.known = !this.offline;
    }
  }

  /** The server does not know us any more: somebody must say a name again. */
  forget(): void {
    this.name = null;
  }

  /** Comes as a guest, or takes another name. */
  async call(name: string): Promise<void> {
    this.name = (await (this.name === null ? api.come(name) : api.rename(name))).name;
    this.known = true;
  }
}

export const me = new Me();
