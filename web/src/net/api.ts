/**
 * The server's HTTP API. The guest is identified by a cookie that scripts cannot read. For tables of this browser, which no
 * server knows, `local-transport` answers.
 */
import type {
  GoOn,
  GuestView,
  Hint,
  History,
  Kind,
  Lobby,
  NewTable,
  OwnTables,
  Proof,
  Replay,
  Server,
  Statistics,
  TableInvitation,
  TableLink,
  TableLog,
  Visitor,
} from "../generated/protocol";

const API = "/api/v1";
const LONGEST = 20_000; // ms: a network may take a request and never answer

/** A request that the server refused, or (kind `failed`, code `offline`) could not be asked. */
export class ApiError extends Error {
  constructor(
    readonly kind: Kind,
    readonly code: string,
  ) {
    super(code);
  }
}

/** The ways to the server; `local-transport` puts others in front of them. */
export const transport = { ask: askServer, connect: connectServer };

function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  return transport.ask(method, path, body) as Promise<T>;
}

async function askServer(method: string, path: string, body?: unknown): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(API + path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(LONGEST),
    });
  } catch {
    throw new ApiError("failed", "offline");
  }
  const answer = (await response.json().catch(() => null)) as unknown;
  if (response.ok) return answer;
  const refusal = answer as { kind?: Kind; code?: string } | null;
  if (refusal?.code === "starting") return askServer(method, path, body); // at once: the server has delayed it already
  throw new ApiError(refusal?.kind ?? "failed", refusal?.code ?? "server");
}

export const api = {
  server: () => request<Server>("GET", "/server"),
  me: () => request<Visitor>("GET", "/me"),
  /** Without a name the server assigns one. */
  createGuest: (name?: string) => request<GuestView>("POST", "/guests", { name, cookie: true }),
  rename: (name: string) => request<GuestView>("PATCH", "/me", { name }),
  ownTables: () => request<OwnTables>("GET", "/me/tables"),
  history: () => request<History>("GET", "/me/history"),
  statistics: () => request<Statistics>("GET", "/me/statistics"),
  lobby: () => request<Lobby>("GET", "/lobby"),
  openTable: (table: NewTable) => request<TableLink>("POST", "/tables", table),
  table: (id: string) => request<TableInvitation>("GET", `/tables/${id}`),
  record: (id: string, game: number) => request<unknown>("GET", `/tables/${id}/games/${game}/record`),
  proof: (id: string, game: number) => request<Proof>("GET", `/tables/${id}/games/${game}/proof`),
  log: (id: string) => request<TableLog>("GET", `/tables/${id}/log`),
  hint: (id: string) => request<Hint>("GET", `/tables/${id}/hint`),
  replay: (id: string, game: number) => request<Replay>("GET", `/tables/${id}/games/${game}/replay`),
  continueGame: (id: string, game: number, from: GoOn) => request<TableLink>("POST", `/tables/${id}/games/${game}/tables`, from),
};

/** Connects to a table as one who knows a version of it, or none. */
function connectServer(table: string, since: number | null): WebSocket {
  const origin = location.origin.replace(/^http/, "ws");
  return new WebSocket(`${origin}${API}/tables/${table}/socket${since === null ? "" : `?since=${since}`}`);
}
