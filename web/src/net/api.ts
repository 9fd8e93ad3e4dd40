/** The server's HTTP API. The guest is identified by a cookie that scripts cannot read. */
import type {
  GoOn,
  Guest,
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
  TableLink,
  TableSummary,
  Visitor,
} from "../generated/protocol";

const API = "/api/v1";

/** A request that the server refused, or (kind `failed`, code `offline`) could not be asked. */
export class ApiError extends Error {
  constructor(
    readonly kind: Kind,
    readonly code: string,
  ) {
    super(code);
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(API + path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError("failed", "offline");
  }
  const answer = (await response.json().catch(() => null)) as unknown;
  if (response.ok) return answer as T;
  const refusal = answer as { kind?: Kind; code?: string } | null;
  if (refusal?.code === "starting") return ask<T>(method, path, body); // at once: the server has delayed it already
  throw new ApiError(refusal?.kind ?? "failed", refusal?.code ?? "server");
}

export const api = {
  server: () => ask<Server>("GET", "/server"),
  me: () => ask<Visitor>("GET", "/me"),
  /** Without a name the server assigns one. */
  createGuest: (name?: string) => ask<Guest>("POST", "/guests", { name, cookie: true }),
  rename: (name: string) => ask<Guest>("PATCH", "/me", { name }),
  ownTables: () => ask<OwnTables>("GET", "/me/tables"),
  history: () => ask<History>("GET", "/me/history"),
  statistics: () => ask<Statistics>("GET", "/me/statistics"),
  lobby: () => ask<Lobby>("GET", "/lobby"),
  openTable: (table: NewTable) => ask<TableLink>("POST", "/tables", table),
  table: (id: string) => ask<TableSummary>("GET", `/tables/${id}`),
  record: (id: string, game: number) => ask<unknown>("GET", `/tables/${id}/games/${game}/record`),
  proof: (id: string, game: number) => ask<Proof>("GET", `/tables/${id}/games/${game}/proof`),
  hint: (id: string) => ask<Hint>("GET", `/tables/${id}/hint`),
  replay: (id: string, game: number) => ask<Replay>("GET", `/tables/${id}/games/${game}/replay`),
  continueGame: (id: string, game: number, from: GoOn) => ask<TableLink>("POST", `/tables/${id}/games/${game}/tables`, from),
};

export function socketAddress(table: string, since: number | null): string {
  const origin = location.origin.replace(/^http/, "ws");
  return `${origin}${API}/tables/${table}/socket${since === null ? "" : `?since=${since}`}`;
}
