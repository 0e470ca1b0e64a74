import { isDeepStrictEqual } from "node:util";
import type { AsyncCommand } from "fast-check";
import { audit } from "./books.ts";
import type { Books } from "./books.ts";
import type { World } from "./world.ts";

/** A run: the product on one side, and the ledger's newest transaction when the run began. */
export type Run = { world: World; since: number; admin: string };

export type Step = AsyncCommand<Books, Run>;

/**
 * One thing that happens, after which every figure must be what the books say.
 *
 * @param name what it is called in the report of a failure
 * @param act does it to the product and writes its effect into the books
 */
export function step(name: string, act: (books: Books, run: Run) => Promise<void>): Step {
  return {
    check: () => true,
    async run(books, run) {
      await act(books, run);
      const found = await audit(run.world, run.since, books.users);
      const expected = books.figures();
      if (!isDeepStrictEqual(found, expected)) {
        throw new Error(
          `after ${name} the product has\n${JSON.stringify(found)}\nwhere the books have\n${JSON.stringify(expected)}`,
        );
      }
    },
    toString: () => name,
  };
}

export function expectThat(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`this does not hold: ${what}`);
}

/** The item that a number picks of a list; undefined where there is none. */
export function pick<T>(items: readonly T[], choice: number): T | undefined {
  return items[choice % Math.max(1, items.length)];
}
