// Starts PostgreSQL for a test that wants to end its parent: prints one line of JSON when it is ready, lets go of
// it in good order when the test closes our input, and knows nothing when it is killed.
import { startEmbeddedPostgres } from "../src/start-embedded-postgres.ts";

const [dataDir = ""] = process.argv.slice(2);
const postgres = await startEmbeddedPostgres({
  dataDir,
  name: "sample",
  log: ({ message }) => console.error(message),
});
console.log(JSON.stringify({ pid: postgres.pid(), connection: postgres.connection }));
process.stdin.resume().once("end", () => void postgres.stop().then(() => process.exit(0)));
