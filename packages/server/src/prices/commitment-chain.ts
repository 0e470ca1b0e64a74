import { epochOf, EPOCHS_AHEAD, genesisHead, nextHead, NO_HEAD } from "@veritick/domain/epochs.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Genesis, PriceBook } from "./price-book.ts";

/** Stored commitments or states are not the ones that were promised or computed: somebody changed the database. */
export class ChainBrokenError extends Error {
  override readonly name = "ChainBrokenError";

  constructor(what: string, done: "chained" | "computed" = "chained") {
    super(
      `The ${what} on record is not the one that was ${done}. The database was changed behind the platform: restore it ` +
        "from a backup, and find out who changed it.",
    );
  }
}

/** A commitment with the head of the chain after it. */
export type Link = { readonly commitment: string; readonly head: string };

/** The chain under the current genesis, by epoch and without a gap. */
export type GenesisChain = {
  readonly previousHead: string;
  readonly links: Map<number, Link>;
  /** The last epoch that is known to have begun. */
  lastBegun?: number | undefined;
};

/**
 * The furthest head that was published before a new genesis at `tick`. The new genesis is chained to it, because browsers and
 * receipts hold it. Further heads are stored, but nobody has seen them.
 */
export function lastPublishedHead(
  { previousHead, links, lastBegun = 0 }: GenesisChain,
  tick: number,
): string {
  const epochs = [...links.keys()];
  if (epochs.length === 0) return previousHead;
  const begun = Math.max(epochs[0]!, Math.min(lastBegun, epochOf(tick)));
  return links.get(Math.min(begun + EPOCHS_AHEAD, epochs.at(-1)!))!.head;
}

/**
 * Checks the chain under one genesis after the other and chains new rows. Any number of processes may do so at once, because
 * they compute the same.
 *
 * @throws ChainBrokenError
 */
export async function chainAll(database: Queryable): Promise<GenesisChain> {
  const { rows: geneses } = await database.query<Genesis & { previous_head: Buffer | null }>(
    "select tick, state, previous_head from price_geneses order by tick",
  );
  let chained: GenesisChain = { previousHead: NO_HEAD, links: new Map() };
  for (const genesis of geneses) {
    const recorded = genesis.previous_head?.toString("hex");
    if (recorded !== undefined && !isHeadOf(chained, recorded)) {
      throw new ChainBrokenError(`genesis of tick ${genesis.tick}`);
    }
    const previousHead = recorded ?? lastPublishedHead(chained, genesis.tick);
    chained = { previousHead, links: new Map() };
    const rows = await readRows(database, genesis);
    await checkRows(database, genesis, chained, rows);
    chained.lastBegun = rows.findLast(({ isBegun }) => isBegun)?.epoch;
    if (recorded === undefined && previousHead !== NO_HEAD) {
      await database.query(
        "update price_geneses set previous_head = decode($2, 'hex') where tick = $1 and previous_head is null",
        [genesis.tick, previousHead],
      );
    }
  }
  return chained;
}

/** True where the head belongs to the chain. Without any commitment, only the previous chain's head does. */
const isHeadOf = ({ previousHead, links }: GenesisChain, head: string): boolean =>
  links.size === 0
    ? head === previousHead && head !== NO_HEAD
    : [...links.values()].some((link) => link.head === head);

type Row = { epoch: number; commitment: string; head: string | undefined };

async function readRows(database: Queryable, genesis: Genesis): Promise<(Row & { isBegun: boolean })[]> {
  const { rows } = await database.query<{
    epoch: number;
    commitment: Buffer;
    head: Buffer | null;
    is_begun: boolean;
  }>(
    `select epoch, commitment, head, start_state is not null as is_begun from price_epochs
     where genesis_tick = $1 order by epoch`,
    [genesis.tick],
  );
  return rows.map(({ epoch, commitment, head, is_begun: isBegun }) => ({
    epoch,
    isBegun,
    commitment: commitment.toString("hex"),
    head: head?.toString("hex"),
  }));
}

/** Compares the rows of a genesis with what is known of them, and chains new rows. */
async function checkRows(
  database: Queryable,
  genesis: Genesis,
  { previousHead, links }: GenesisChain,
  rows: readonly Row[],
): Promise<void> {
  const first = epochOf(genesis.tick + 1);
  const unlinked: Row[] = [];
  let reached = genesisHead(genesis, previousHead);
  for (const [index, { epoch, commitment, head }] of rows.entries()) {
    const known = links.get(epoch);
    reached = known?.head ?? nextHead(reached, { epoch, commitment });
    const isSame =
      epoch === first + index &&
      (known ?? { commitment }).commitment === commitment &&
      (head ?? reached) === reached;
    if (!isSame) throw new ChainBrokenError(`commitment of epoch ${epoch}`);
    links.set(epoch, { commitment, head: reached });
    if (head === undefined) unlinked.push({ epoch, commitment, head: reached });
  }
  if (unlinked.length === 0) return;
  await database.query(
    `update price_epochs e set head = decode(l.head, 'hex') from unnest($2::bigint[], $3::text[]) as l (epoch, head)
     where e.genesis_tick = $1 and e.epoch = l.epoch and e.head is null`,
    [genesis.tick, unlinked.map(({ epoch }) => epoch), unlinked.map(({ head }) => head)],
  );
}

/** The chain under the current genesis, as this process knows it and extends it. */
export class CommitmentChain {
  readonly previousHead: string;
  readonly #book: PriceBook;
  readonly #links: Map<number, Link>;
  #lastRecorded: number;

  constructor(book: PriceBook, { previousHead, links }: GenesisChain) {
    this.previousHead = previousHead;
    this.#book = book;
    this.#links = links;
    this.#lastRecorded = this.#next() - 1;
  }

  #next(): number {
    return this.#book.firstEpoch + this.#links.size;
  }

  /**
   * An epoch's commitment with the head after it. After a leap of the clock the last ones are stored a moment later, but they
   * follow from the secret all the same.
   *
   * @throws RangeError for an epoch before the first
   */
  linkAt(epoch: number): Link {
    if (epoch < this.#book.firstEpoch) throw new RangeError(`epoch ${epoch} is before the first`);
    this.#reach(epoch);
    return this.#links.get(epoch)!;
  }

  #reach(epoch: number): void {
    const { genesis } = this.#book;
    let head = this.#links.get(this.#next() - 1)?.head ?? genesisHead(genesis, this.previousHead);
    for (let next = this.#next(); next <= epoch; next += 1) {
      const commitment = this.#book.commitmentOf(next);
      head = nextHead(head, { epoch: next, commitment });
      this.#links.set(next, { commitment, head });
    }
  }

  /**
   * Chains rows that any process has stored since, and checks all rows.
   *
   * @throws ChainBrokenError where a row differs from what this process knows, or was made with another secret
   */
  async link(database: Queryable): Promise<void> {
    const { genesis, firstEpoch } = this.#book;
    const rows = await readRows(database, genesis);
    const last = rows.at(-1)?.epoch ?? firstEpoch - 1;
    if (last < this.#lastRecorded) throw new ChainBrokenError(`commitment of epoch ${this.#lastRecorded}`);
    this.#reach(last);
    const { previousHead } = this;
    await checkRows(database, genesis, { previousHead, links: this.#links }, rows);
    this.#lastRecorded = last;
  }
}
