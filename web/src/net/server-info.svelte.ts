/** What the server says of itself. */
import { api } from "./api";

const ASK_AGAIN = 2_000;

class ServerInfo {
  /** False while it prepares the rules for its machine: tables wait for that. */
  ready = $state(true);
  /** Whether nobody else can reach it: links are then of no use to others. */
  local = $state(false);

  /** Asks until the server is ready. */
  async load(): Promise<void> {
    try {
      const { ready, local } = await api.server();
      this.ready = ready;
      this.local = local;
      if (!ready) setTimeout(() => void this.load(), ASK_AGAIN);
    } catch {
      // others say that it does not answer
    }
  }
}

export const serverInfo = new ServerInfo();
