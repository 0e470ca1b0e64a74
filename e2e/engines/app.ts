import { resetIds } from "@veritick/server/platform/ids.ts";
import { movableClock } from "@veritick/server/testing/movable-clock.ts";
import "@veritick/server/testing/cheap-hashes.ts";
import { startTestApp } from "@veritick/server/testing/test-app.ts";
import type { TestApp } from "@veritick/server/testing/test-app.ts";
import { cloneDatabase, CONFIRMED } from "@veritick/server/testing/test-database.ts";
import type { ServerConnection } from "@veritick/server/testing/test-database.ts";
import { realRounds } from "../kit/rounds.ts";

/** Ten minutes before the end of an hour, which so has 200 rounds to sign and to check. */
const START_MS = 1_790_002_800_000 - 600_000;

export type RunningApp = TestApp & {
  /** Moves straight to a later second. Positions that expire on the way are settled. */
  jump(seconds: number): Promise<void>;
};

/** Starts a server with signed rounds, whose clock goes on with this machine's and can be moved ahead. */
export async function startApp(
  postgres: ServerConnection,
): Promise<{ app: RunningApp; end(): Promise<void> }> {
  const connection = await cloneDatabase(postgres, CONFIRMED);
  resetIds();
  const app = await startTestApp({
    connection,
    clock: movableClock(START_MS),
    beacon: await realRounds(),
  });
  const ticking = setInterval(() => app.clock.advance(1), 1_000);
  const jump = async (seconds: number) => {
    app.clock.jump(seconds);
    await app.settled();
  };
  return {
    app: Object.assign(app, { jump }),
    async end() {
      clearInterval(ticking);
      await app.close();
      await connection.drop();
    },
  };
}
