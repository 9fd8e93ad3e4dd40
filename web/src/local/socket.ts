/** A connection to a local table that looks like a WebSocket, so that the page need not know the difference. */
import type { Command, Message } from "../generated/protocol";
import { Refused } from "./refused";
import type { LocalRoom } from "./room";

const NOT_FOUND = 4004;
const LOST = 1006; // and may be had another time

export class LocalSocket {
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  #room: LocalRoom | null = null;

  constructor(room: Promise<LocalRoom>, since: number | null) {
    void room.then(
      (found) => this.#open(found, since),
      (error: unknown) => (error instanceof Refused ? this.#end(NOT_FOUND, error.code) : this.#end(LOST, "")),
    );
  }

  #open(room: LocalRoom, since: number | null): void {
    if (this.readyState !== WebSocket.CONNECTING) return;
    this.#room = room;
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
    room.attach(this.#receive, since);
  }

  /** Later, as from a network: whoever sends a command does not expect its answer within the call. */
  readonly #receive = (message: Message): void => {
    queueMicrotask(() => {
      if (this.readyState === WebSocket.OPEN) this.onmessage?.({ data: JSON.stringify(message) });
    });
  };

  send(text: string): void {
    this.#room?.handle(JSON.parse(text) as Command, this.#receive);
  }

  close(): void {
    this.#room?.detach(this.#receive);
    this.readyState = WebSocket.CLOSED;
  }

  #end(code: number, reason: string): void {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code, reason });
  }
}
