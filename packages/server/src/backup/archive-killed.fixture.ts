// Removes an archived month from the database for a test, and kills itself at one of its statements, like a power cut.
import pg from "pg";
import { readDatabaseLocation } from "../config/installation.ts";
import { removeMonth } from "./remove-month.ts";

const [folder = "", now = "", sliceTransactions = "", ending = "", isSent] = process.argv.slice(2);
const { query } = pg.Client.prototype as unknown as { query(this: pg.Client, ...given: unknown[]): unknown };
const end = () => process.kill(process.pid, "SIGKILL");
let statements = 0;

pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  statements += 1;
  const isLast = statements === Number(ending);
  if (isLast && isSent !== "sent") end();
  const answer = query.apply(this, given);
  if (isLast) end();
  return answer;
} as never;

await removeMonth({
  connection: readDatabaseLocation(process.env).databaseUrl!,
  folder,
  now: new Date(now),
  sliceTransactions: Number(sliceTransactions),
  tell() {},
});
