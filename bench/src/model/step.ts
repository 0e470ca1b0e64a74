import { isDeepStrictEqual } from "node:util";
import type { AsyncCommand } from "fast-check";
import { audit } from "./books.ts";
import type { Books } from "./books.ts";
import type { World } from "./world.ts";

/** A run: the product, and the ledger's newest transaction when the run began. */
export type Run = { world: World; since: number; admin: string };

export type Step = AsyncCommand<Books, Run>;

/**
 * A step of a run. After it, every figure of the product must equal that of the books.
 *
 * @param name its name in the report of a failure
 * @param act acts on the product and writes the effect into the books
 */
export function step(name: string, act: (books: Books, run: Run) => Promise<void>): Step {
  return {
    check: () => true,
    async run(books, run) {
      await act(books, run);
      const found = await audit(run.world, run.since, books);
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

/** Returns the item that a number selects from a list; undefined if the list is empty. */
export function pick<T>(items: readonly T[], choice: number): T | undefined {
  return items[choice % Math.max(1, items.length)];
}
