import { beforeEach, describe, expect, it, vi } from "vitest";

import type { TableLog as ServerLog, Update } from "../generated/protocol";
import { api } from "../net/api";
import type { TableEvent } from "../net/events";
import { TableLog } from "./table-log.svelte";

const dealt: TableEvent = { type: "dealt", dealer: 1, first: 0 };
const discard = (card: number): TableEvent => ({ type: "discarded", seat: 0, card, pile: 1 });

function update(since: number | null, version: number, ...happened: TableEvent[]): Update {
  const seats = [{ name: "Ann" }, { name: "Ben" }];
  return { type: "update", version, since, happened, chat: [], table: { seats }, own: { seat: 0 } } as unknown as Update;
}

/** The log of the server at a version at which as many cards were discarded: 11, 12, … */
function serverLog(version: number): ServerLog {
  const moves = Array.from({ length: version - 10 }, (_, number) => number + 11);
  const steps = [{ version: 10, happened: [dealt] }, ...moves.map((at) => ({ version: at, happened: [discard(at)] }))];
  return { game: 1, version, names: ["Ann", "Ben"], steps };
}

function shown(log: TableLog): (string | number)[] {
  return log.entries.map(({ event }) => (event.type === "discarded" ? event.card : event.type));
}

/** A log that is opened at version 12 and receives these updates; the server's answers come after them. */
function opened(...updates: Update[]): TableLog {
  const first = update(null, 12);
  const log = new TableLog("t", first);
  receive(log, first, ...updates);
  return log;
}

/** Receives updates as a connection would, each after the one before. */
function receive(log: TableLog, before: Update, ...updates: Update[]): void {
  for (const each of updates) {
    log.receive(each, before);
    before = each;
  }
}

async function ready(log: TableLog): Promise<void> {
  await vi.waitFor(() => expect(log.status).not.toBe("loading"));
}

const asked = vi.spyOn(api, "log");

describe("the log of a table", () => {
  beforeEach(() => void asked.mockReset());

  it("has what happened before it was opened, and what happens then", async () => {
    asked.mockResolvedValueOnce(serverLog(13));
    const log = opened(update(12, 13, discard(13)), update(13, 14, discard(14)));
    await ready(log);
    expect(shown(log)).toEqual(["dealt", 11, 12, 13, 14]);
    receive(log, update(13, 14), update(14, 15, discard(15)));
    expect(shown(log)).toEqual(["dealt", 11, 12, 13, 14, 15]);
    expect(asked).toHaveBeenCalledOnce();
  });

  it("does not double what the server's log has before the connection", async () => {
    asked.mockResolvedValueOnce(serverLog(14));
    const log = opened();
    await ready(log);
    receive(log, update(null, 12), update(12, 13, discard(13)), update(13, 14, discard(14)), update(14, 15, discard(15)));
    expect(shown(log)).toEqual(["dealt", 11, 12, 13, 14, 15]);
  });

  it("is fetched again if it ends within an update, or before the first", async () => {
    asked.mockResolvedValueOnce(serverLog(14)).mockResolvedValueOnce(serverLog(11)).mockResolvedValueOnce(serverLog(15));
    const log = opened(update(12, 15, discard(13), discard(14), discard(15)));
    await ready(log);
    expect(shown(log)).toEqual(["dealt", 11, 12, 13, 14, 15]);
    expect(asked).toHaveBeenCalledTimes(3);
  });

  it("is fetched again after a long absence", async () => {
    asked.mockResolvedValueOnce(serverLog(12)).mockResolvedValueOnce(serverLog(90));
    const log = opened();
    await ready(log);
    receive(log, update(null, 12), update(null, 90));
    await ready(log);
    expect(shown(log).length).toBe(81);
  });

  it("is fetched again if an update overlaps it", async () => {
    asked.mockResolvedValueOnce(serverLog(13)).mockResolvedValueOnce(serverLog(14));
    const log = opened();
    await ready(log);
    receive(log, update(null, 12), update(12, 14, discard(13), discard(14)));
    await ready(log);
    expect(shown(log)).toEqual(["dealt", 11, 12, 13, 14]);
  });

  it("begins anew with a deal", async () => {
    asked.mockResolvedValueOnce(serverLog(12));
    const log = opened(update(12, 13, discard(13)), update(13, 14, { type: "readied", seat: 0, ready: true }, dealt));
    await ready(log);
    expect(shown(log)).toEqual(["dealt"]);
  });

  it("keeps what the page has seen if the server cannot be asked, and asks again on request", async () => {
    asked.mockRejectedValueOnce(new Error("offline")).mockResolvedValueOnce(serverLog(14));
    const log = opened(update(12, 13, discard(13)));
    await ready(log);
    expect(log.status).toBe("failed");
    expect(shown(log)).toEqual([13]);
    receive(log, update(12, 13), update(13, 14, discard(14)));
    expect(asked).toHaveBeenCalledOnce();
    await log.complete(0);
    expect(log.status).toBe("ready");
    expect(shown(log)).toEqual(["dealt", 11, 12, 13, 14]);
  });
});
