/** Answers requests about local tables as a server would: the same paths, the same messages. */
import { DEFAULT_LEVEL } from "../catalogue/bot-levels";
import { findEdition } from "../catalogue/editions";
import { LOCAL } from "../catalogue/local-tables";
import type { GoOn, HistoryItem, NewTable, OwnTable, TableLink } from "../generated/protocol";
import { Kernel } from "../kernel/module";
import { backUpIn, backUpOf, restore, type Restored } from "./backup";
import { BotThinker } from "./bots";
import { isBot } from "./chooser";
import type { Origin } from "./entries";
import { gamesIn, textOf, type GamesInFile } from "./game-files";
import { openJournal, type FinishedGame, type Journal } from "./journal";
import { replayOf, type LocalRecord } from "./record";
import { Refused } from "./refused";
import { LocalRoom, ownTable, randomKey } from "./room";
import { LocalSocket } from "./socket";
import { LocalTable } from "./table";

const PATH = /^\/tables\/([^/]+)(?:\/(log|hint|games\/(\d+)\/(record|replay|proof|tables)))?$/;

/** What was in a file: tables that are here now, or games to look at. */
export type Taken = { restored: Restored } | GamesInFile;

let journal: Promise<Journal> | null = null;
let bots: BotThinker | null = null;
const rooms = new Map<string, Promise<LocalRoom>>();

const openedJournal = () => (journal ??= openJournal());

/** Connects to a table, in the way of a WebSocket. */
export function connect(id: string, since: number | null): WebSocket {
  return new LocalSocket(findRoom(id), since) as unknown as WebSocket;
}

/** Returns a table, opened once for the whole page. */
async function findRoom(id: string): Promise<LocalRoom> {
  const opening = rooms.get(id) ?? openRoom(id);
  rooms.set(id, opening);
  try {
    return await opening;
  } catch (error) {
    rooms.delete(id); // it may be there another time
    throw error;
  }
}

async function openRoom(id: string): Promise<LocalRoom> {
  bots ??= new BotThinker();
  const room = await LocalRoom.load(id, await Kernel.load(), await openedJournal(), bots);
  if (!room) throw new Refused("unknown", "not-found");
  return room;
}

/** Opens a table for the player and bots: nobody else can come, or talk. */
export async function openTable({ options: wanted }: NewTable, name: string | null, origin?: Origin): Promise<TableLink> {
  const options = { ...wanted, chat: false, spectators: false, public: false };
  const id = LOCAL + randomKey().slice(0, 16);
  const opened = { type: "opened", at: Date.now(), options, name, origin } as const;
  const table = new LocalTable(id, await Kernel.load(), opened);
  const journal = await openedJournal();
  const isFirst = (await journal.tables()).length === 0;
  await journal.add(id, 1, opened, ownTable(table, opened.at), null);
  if (isFirst && journal.lasts) askToKeep();
  if (origin) {
    const dealt = { type: "dealt", at: Date.now(), key: origin.key } as const;
    table.apply(dealt);
    await journal.add(id, table.version, dealt, ownTable(table, dealt.at), null);
  }
  return { id, link: `/t/${id}` };
}

/** Asks the browser not to clear the games away when it needs room: once, because some ask the player. */
function askToKeep(): void {
  // Only pages with a secure origin have it
  void (navigator.storage as StorageManager | undefined)?.persist().catch(() => {});
}

export async function answer(method: string, path: string, body: unknown): Promise<unknown> {
  const [, id, what, number, part] = PATH.exec(path) ?? [];
  if (!id) throw new Refused("unknown", "not-found");
  if (part) return answerOf(await finishedGame(id, Number(number)), method, part, body);
  const found = await findRoom(id);
  if (what === "log") return found.log();
  if (what === "hint") return found.hint();
  return found.invitation();
}

async function answerOf(game: FinishedGame, method: string, part: string, body: unknown): Promise<unknown> {
  if (part === "record") return game.record;
  if (part === "replay") return replayOf(await Kernel.load(), game.record as LocalRecord, game.dealer, game.game);
  if (part === "tables" && method === "POST") return goOn(game, body as GoOn);
  throw new Refused("unknown", "not-found");
}

async function finishedGame(table: string, number: number): Promise<FinishedGame> {
  const games = await (await openedJournal()).games();
  const game = games.find((each) => each.table === table && each.game === number);
  if (!game) throw new Refused("unknown", "not-found");
  return game;
}

/**
 * A new table that goes on with a finished game after some of its moves; with none, from the same deal. The player takes a
 * seat, bots the others: those that sat there, or else such as any table has.
 */
function goOn({ record, dealer, seat: own }: FinishedGame, { moves = 0, seat = own }: GoOn): Promise<TableLink> {
  const { edition, stock, teams, seed, first, moves: played, seats } = record as LocalRecord;
  if (moves > played.length) throw new Refused("not_legal", "moves");
  const names = seats.map(({ name }) => name);
  const player = seat ?? 0;
  const options = {
    edition,
    players: seats.length,
    partners: teams.length < seats.length,
    stock,
    youngest: findEdition(edition).seat_choice === "youngest" ? first : null,
    bots: seats.map(({ player: bot }, number) => (number === player ? null : isBot(bot) ? bot : DEFAULT_LEVEL)),
  };
  const origin = { key: seed, dealer, first, moves: played.slice(0, moves), names };
  return openTable({ options }, seats[player]!.player === "person" ? names[player]! : null, origin);
}

/** The tables of this browser, the latest first. */
export async function ownTables(): Promise<OwnTable[]> {
  const tables = await (await openedJournal()).tables();
  return tables.sort((one, other) => other.changed_at - one.changed_at);
}

/** The finished games of the player in this browser. */
export async function finishedGames(): Promise<HistoryItem[]> {
  const games = await (await openedJournal()).games();
  return games.flatMap(({ table, game, ended_at, seat, won, points, record }) => {
    const { edition, seats } = record as LocalRecord;
    return seat === null ? [] : { table, game, ended_at, seat, won, points, edition, names: seats.map(({ name }) => name) };
  });
}

/** Whether games outlive the page. */
export async function keepsGames(): Promise<boolean> {
  return (await openedJournal()).lasts;
}

/** Everything that was played in this browser, as the text of a file. */
export async function backUp(): Promise<string> {
  return JSON.stringify(await backUpOf(await openedJournal()));
}

/** Takes what is in a file: what was saved by `backUp`, or records of games, of which it looks at the first `most`. */
export async function takeFile(file: Blob, most: number): Promise<Taken> {
  const [kernel, text] = await Promise.all([Kernel.load(), textOf(file)]);
  const saved = backUpIn(text);
  return saved ? { restored: await restore(saved, await openedJournal(), kernel) } : gamesIn(text, kernel, most);
}

/** Keeps a game from a file, so that it can be replayed; returns its address. */
export async function keepGame(game: FinishedGame): Promise<string> {
  await (await openedJournal()).keep(game);
  return `/t/${game.table}/games/${game.game}`;
}
