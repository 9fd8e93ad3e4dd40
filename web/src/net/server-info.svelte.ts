/** The state of the server. */
import { api } from "./api";
import { isSite } from "./host";

const ASK_AGAIN = 2_000;

class ServerInfo {
  /** False while the server compiles the rules: tables wait until it is done. */
  ready = $state(true);
  /** Whether only this machine can reach the server, so that a link would not work for others. */
  local = $state(false);

  /** Asks the server, and again until it is ready. */
  async load(): Promise<void> {
    if (isSite) return;
    try {
      const { ready, local } = await api.server();
      this.ready = ready;
      this.local = local;
      if (!ready) setTimeout(() => void this.load(), ASK_AGAIN);
    } catch {
      // `guest` and the table's socket report a server that does not answer
    }
  }
}

export const serverInfo = new ServerInfo();
