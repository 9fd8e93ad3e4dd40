/**
 * The connection to one table, re-established whenever it is lost: holds the latest update, and repeats commands until
 * they are answered. See docs/protocol.md.
 */
import type { Command, Done, Message, Presence, Refusal, Update } from "../generated/protocol";
import { api, ApiError, transport } from "./api";

export type Status =
  | "connecting" // for the first time
  | "connected"
  | "lost" // reconnecting
  | "closed"; // for good; `why` has the code

type AnsweredCommand = Extract<Command, { id: string }>;
type WithoutId<C> = C extends AnsweredCommand ? Omit<C, "id"> : never;
export type TableRequest = WithoutId<AnsweredCommand>;
export type Answer = Done | Refusal;

const PING_AFTER = 4_000; // ms of silence from the server
const LOST_AFTER = 8_000; // checked every second, so that a loss shows within ten
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 2_000; // and half as much again: five seconds are enough to be back
const RESTART = 1012;
const FINAL_CODES: Record<number, string> = { 4001: "guest", 4003: "kicked", 4004: "not-found" };

export class TableSocket {
  status = $state<Status>("connecting");
  /** When the connection was lost; null while it stands. */
  lostSince = $state<number | null>(null);
  /** The reason the server gave for its absence: it restarts, or it is still starting. */
  pause = $state<"restart" | "starting" | null>(null);
  why = $state<string | null>(null);
  update = $state.raw<Update | null>(null);
  presence = $state.raw<Presence | null>(null);
  /** When `presence` arrived, by performance.now(). Its seconds count down from then. */
  presenceAt = $state(0);
  /** Called with every update in order, before `update` changes. */
  onupdate: (update: Update) => void = () => {};

  #socket: WebSocket | null = null;
  #unanswered = new Map<string, { command: AnsweredCommand; resolve: (answer: Answer) => void }>();
  #failures = 0;
  #heardAt = 0;
  #clock = 0;
  #retry = 0;

  constructor(readonly table: string) {
    this.#connect();
    this.#clock = window.setInterval(() => this.#checkSilence(), 1_000);
    addEventListener("online", this.#reconnect);
    document.addEventListener("visibilitychange", this.#reconnect);
  }

  get version(): number {
    return this.update?.version ?? 0;
  }

  /** Sends a command and returns the answer. Repeats the command on each new connection until it is answered. */
  request(request: TableRequest): Promise<Answer> {
    const command = { ...request, id: newId() } as AnsweredCommand;
    return new Promise((resolve) => {
      this.#unanswered.set(command.id, { command, resolve });
      this.#send(command);
    });
  }

  close(): void {
    clearInterval(this.#clock);
    clearTimeout(this.#retry);
    removeEventListener("online", this.#reconnect);
    document.removeEventListener("visibilitychange", this.#reconnect);
    this.#drop();
  }

  #connect(): void {
    const socket = transport.connect(this.table, this.update ? this.version : null);
    let opened = false;
    this.#socket = socket;
    this.#heardAt = performance.now();
    socket.onopen = () => {
      opened = true;
      for (const { command } of this.#unanswered.values()) this.#send(command);
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data as string) as Message);
    socket.onclose = (event) => {
      if (socket !== this.#socket) return;
      this.#socket = null;
      if (event.code in FINAL_CODES) this.#end(event.reason || FINAL_CODES[event.code]!);
      else {
        if (event.code === RESTART) this.pause = "restart";
        else if (event.reason === "starting") this.pause = "starting";
        else if (opened) this.pause = null;
        if (event.code === RESTART && this.status === "connected") this.#move();
        else this.#lose();
        if (!opened) void this.#findReason();
      }
    };
  }

  /** Asks over HTTP why a handshake failed, since the browser hides the reason. */
  async #findReason(): Promise<void> {
    try {
      if ((await api.me()).name === null) this.#end("guest");
      else await api.table(this.table);
    } catch (error) {
      if (error instanceof ApiError && error.kind === "unknown") this.#end(error.code);
    }
  }

  /** Moves to another server of the same tables. Nothing is shown, unless there is none. */
  #move(): void {
    this.#connectAfter(FIRST_PAUSE * Math.random());
  }

  #lose(): void {
    if (this.status === "closed") return;
    this.lostSince ??= Date.now();
    if (this.status === "connected") this.status = "lost";
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#failures++);
    this.#connectAfter(pause * (0.5 + Math.random()));
  }

  #connectAfter(pause: number): void {
    clearTimeout(this.#retry);
    this.#retry = window.setTimeout(() => this.#connect(), pause);
  }

  #end(code: string): void {
    this.close();
    this.status = "closed";
    this.why = code;
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /** Reconnects at once when the network or the tab is back. */
  #reconnect = (): void => {
    if (document.visibilityState === "hidden" || this.status === "closed") return;
    if (this.#socket === null) {
      clearTimeout(this.#retry);
      this.#failures = 0;
      this.#connect();
    } else this.#ping();
  };

  #checkSilence(): void {
    const silence = performance.now() - this.#heardAt;
    if (this.#socket && silence > LOST_AFTER) {
      this.#drop();
      this.lostSince ??= Date.now() - silence;
      this.#lose();
    } else if (silence > PING_AFTER) this.#ping();
  }

  #ping(): void {
    this.#send({ type: "ping" });
  }

  #send(command: Command): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(command));
  }

  #receive(message: Message): void {
    this.#heardAt = performance.now();
    switch (message.type) {
      case "update":
        this.#connected();
        if (this.update && message.version <= this.version) return;
        this.onupdate(message);
        this.update = message;
        return;
      case "presence":
        this.presence = message;
        this.presenceAt = performance.now();
        return;
      case "pong":
        this.#connected();
        if (message.version > this.version) this.#send({ type: "sync", since: this.version });
        return;
      case "done":
      case "refused":
        this.#answered(message);
    }
  }

  #connected(): void {
    this.#failures = 0;
    this.lostSince = null;
    this.pause = null;
    this.status = "connected";
  }

  #answered(answer: Answer): void {
    const waiting = answer.id === null ? undefined : this.#unanswered.get(answer.id);
    if (!waiting) return;
    if (answer.type === "refused" && (answer.kind === "limited" || answer.kind === "failed")) {
      // nothing was done, so the same command may be repeated: docs/protocol.md
      window.setTimeout(() => this.#send(waiting.command), 1_000);
      return;
    }
    this.#unanswered.delete(answer.id!);
    waiting.resolve(answer);
  }
}

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
