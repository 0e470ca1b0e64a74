// Starts PostgreSQL for a test that wants to end its parent. It prints one line of JSON when PostgreSQL is ready, and stops
// it in good order when the test closes our input. If the test kills this process, nothing stops PostgreSQL.
import { startEmbeddedPostgres } from "../src/start-embedded-postgres.ts";

const [dataDir = ""] = process.argv.slice(2);
const postgres = await startEmbeddedPostgres({
  dataDir,
  name: "sample",
  log: ({ message }) => console.error(message),
});
console.log(JSON.stringify({ pid: postgres.pid(), connection: postgres.connection }));
process.stdin.resume().once("end", () => void postgres.stop().then(() => process.exit(0)));
