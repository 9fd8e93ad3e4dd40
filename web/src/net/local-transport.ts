/** Answers for the tables of this browser, in place of a server. Whoever imports this can use them like any other. */
import { isLocal } from "../catalogue/local-tables";
import type { NewTable, TableLink } from "../generated/protocol";
import { answer, backUp, connect, finishedGames, keepGame, keepsGames, openTable, ownTables, takeFile } from "../local/answers";
import { Refused } from "../local/refused";
import { ApiError, transport } from "./api";

const served = { ...transport };

transport.ask = (method, path, body) =>
  isLocal(path.replace("/tables/", "")) ? refusing(answer(method, path, body)) : served.ask(method, path, body);
transport.connect = (table, since) => (isLocal(table) ? connect(table, since) : served.connect(table, since));

export { backUp, finishedGames as localGames, keepGame, keepsGames, ownTables as localTables, takeFile };

/** Opens a table here; throws an `ApiError` for one that the server would not open either. */
export function openLocalTable(table: NewTable, name: string | null): Promise<TableLink> {
  return refusing(openTable(table, name));
}

function refusing<T>(answered: Promise<T>): Promise<T> {
  return answered.catch((error: unknown) => {
    throw error instanceof Refused ? new ApiError(error.kind, error.code) : error;
  });
}
