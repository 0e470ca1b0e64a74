import { createKeyedQueue } from "../concurrency.ts";
import type { Database, Queryable } from "../db/database.ts";
import { refuse } from "../refusal.ts";
import type { Refused } from "../refusal.ts";
import type { Streamed } from "./call.ts";

/** The number of pages of files that this process reads at once. Each holds a connection. */
const PAGES_AT_ONCE = 2;
const RETRY_SECONDS = 5;

/**
 * Makes one file for each user at a time, and reads few pages of all files at once. A slow reader delays nobody else,
 * because a file holds no place in the queue between two pages.
 */
export function createFileMaker({ database }: { database: Database }) {
  const busy = new Map<string, symbol>();
  const pages = createKeyedQueue({ atOnce: PAGES_AT_ONCE });
  const inTurn = {
    query: (text: string, values: unknown[]) => pages.runAlways("pages", () => database.query(text, values)),
  } as Queryable;

  return async (
    userId: string,
    make: (database: Queryable) => Promise<Streamed>,
  ): Promise<Streamed | Refused> => {
    if (busy.has(userId)) return refuse("statement_running", { retryAfterSeconds: RETRY_SECONDS });
    const mark = Symbol("file");
    busy.set(userId, mark);
    const end = () => {
      if (busy.get(userId) === mark) busy.delete(userId);
    };
    try {
      const { fileName, lines } = await make(inTurn);
      return { fileName, lines: endingWith(end, lines), end };
    } catch (error) {
      end();
      throw error;
    }
  };
}

async function* endingWith(end: () => void, lines: Streamed["lines"]): AsyncGenerator<string> {
  try {
    yield* lines;
  } finally {
    end();
  }
}
