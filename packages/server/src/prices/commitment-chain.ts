import { createHash } from "node:crypto";
import { epochOf, EPOCHS_AHEAD, genesisHead, nextHead, NO_HEAD } from "@veritick/domain/epochs.ts";
import type { ChainLink } from "@veritick/domain/epochs.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Genesis, PriceBook } from "./price-book.ts";
import { listTermsTexts, readTerms } from "./promised-terms.ts";
import type { PromisedTerms, TermsRun } from "./promised-terms.ts";

/** Stored commitments or states differ from the promised or computed ones: somebody changed the database. */
export class ChainBrokenError extends Error {
  override readonly name = "ChainBrokenError";

  constructor(what: string, done: "chained" | "computed" = "chained") {
    super(
      `The ${what} on record is not the one that was ${done}. The database was changed behind the platform: restore it ` +
        "from a backup, and find out who changed it.",
    );
  }
}

/** A commitment and the hash of terms, with the head of the chain after them. Prices of older versions have no terms. */
type AnyCommitmentLink = {
  readonly commitment: string;
  readonly termsHash: string | null;
  readonly head: string;
};
export type CommitmentLink = AnyCommitmentLink & { readonly termsHash: string };

/** The chain under the current genesis, by epoch and without a gap. */
export type GenesisChain = {
  readonly previousHead: string;
  readonly links: Map<number, AnyCommitmentLink>;
  /** The last epoch that is known to have begun. */
  lastBegun?: number | undefined;
};

/**
 * Returns the furthest head that was published before a new genesis at `tick`. The new genesis is chained to it, because
 * browsers and receipts hold it. Further heads are stored but unpublished.
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

/** True if the head belongs to the chain. Without any commitment, only the previous chain's head does. */
const isHeadOf = ({ previousHead, links }: GenesisChain, head: string): boolean =>
  links.size === 0
    ? head === previousHead && head !== NO_HEAD
    : [...links.values()].some((link) => link.head === head);

type Row = { epoch: number; commitment: string; termsHash: string | null; head: string | undefined };

/** Returns the head after a row. A row without terms is a link of the chain before protocol 2. */
const headAfter = (head: string, { epoch, commitment, termsHash }: Row): string =>
  termsHash === null
    ? createHash("sha256").update(`veritick/chain/epoch/${epoch}/${commitment}/${head}`).digest("hex")
    : nextHead(head, { epoch, commitment, termsHash } satisfies ChainLink);

async function readRows(database: Queryable, genesis: Genesis): Promise<(Row & { isBegun: boolean })[]> {
  const { rows } = await database.query<{
    epoch: number;
    commitment: Buffer;
    terms_hash: Buffer | null;
    head: Buffer | null;
    is_begun: boolean;
  }>(
    `select epoch, commitment, terms_hash, head, start_state is not null as is_begun from price_epochs
     where genesis_tick = $1 order by epoch`,
    [genesis.tick],
  );
  return rows.map(({ epoch, commitment, terms_hash: termsHash, head, is_begun: isBegun }) => ({
    epoch,
    isBegun,
    commitment: commitment.toString("hex"),
    termsHash: termsHash?.toString("hex") ?? null,
    head: head?.toString("hex"),
  }));
}

/** Compares the rows of a genesis with the known links, and chains new rows. */
async function checkRows(
  database: Queryable,
  genesis: Genesis,
  { previousHead, links }: GenesisChain,
  rows: readonly Row[],
): Promise<void> {
  const first = epochOf(genesis.tick + 1);
  const unlinked: Row[] = [];
  let reached = genesisHead(genesis, previousHead);
  for (const [index, row] of rows.entries()) {
    const { epoch, commitment, termsHash, head } = row;
    const known = links.get(epoch);
    reached = known?.head ?? headAfter(reached, row);
    const isSame =
      epoch === first + index &&
      (known?.commitment ?? commitment) === commitment &&
      (head ?? reached) === reached;
    if (!isSame) throw new ChainBrokenError(`commitment of epoch ${epoch}`);
    if ((known ?? row).termsHash !== termsHash) throw new ChainBrokenError(`hash of terms of epoch ${epoch}`);
    links.set(epoch, { commitment, termsHash, head: reached });
    if (head === undefined) unlinked.push({ ...row, head: reached });
  }
  if (unlinked.length === 0) return;
  await database.query(
    `update price_epochs e set head = decode(l.head, 'hex') from unnest($2::bigint[], $3::text[]) as l (epoch, head)
     where e.genesis_tick = $1 and e.epoch = l.epoch and e.head is null`,
    [genesis.tick, unlinked.map(({ epoch }) => epoch), unlinked.map(({ head }) => head)],
  );
}

/** The chain under the current genesis, as it is stored: terms do not follow from the secret. */
export class CommitmentChain {
  readonly previousHead: string;
  readonly #book: PriceBook;
  readonly #links: Map<number, AnyCommitmentLink>;
  /** The terms by their hash. */
  readonly #terms = new Map<string, PromisedTerms>();
  #runs: TermsRun[] = [];

  constructor(book: PriceBook, { previousHead, links }: GenesisChain) {
    this.previousHead = previousHead;
    this.#book = book;
    this.#links = links;
  }

  /** The last epoch whose commitment and terms are known. */
  get lastEpoch(): number {
    return this.#book.firstEpoch + this.#links.size - 1;
  }

  /** The terms with the epochs from which they apply, in order. */
  get runs(): readonly TermsRun[] {
    return this.#runs;
  }

  /** @throws RangeError for an epoch before the first or after the last */
  linkAt(epoch: number): CommitmentLink {
    const link = this.#links.get(epoch);
    if (link === undefined) throw new RangeError(`epoch ${epoch} is not in the chain`);
    return link as CommitmentLink;
  }

  /** @throws RangeError as `linkAt` does */
  termsAt(epoch: number): PromisedTerms {
    return this.#terms.get(this.linkAt(epoch).termsHash)!;
  }

  /**
   * Chains the rows that other processes have stored since, and checks all rows.
   *
   * @throws ChainBrokenError if a row differs from the known one, or was made with another secret
   */
  async link(database: Queryable): Promise<void> {
    const { genesis, firstEpoch } = this.#book;
    const rows = await readRows(database, genesis);
    const last = rows.at(-1)?.epoch ?? firstEpoch - 1;
    if (last < this.lastEpoch) throw new ChainBrokenError(`commitment of epoch ${this.lastEpoch}`);
    const foreign = rows.find(
      ({ epoch, commitment }) => epoch > this.lastEpoch && commitment !== this.#book.commitmentOf(epoch),
    );
    if (foreign !== undefined) throw new ChainBrokenError(`commitment of epoch ${foreign.epoch}`);
    await this.#readTerms(database, rows);
    const { previousHead } = this;
    await checkRows(database, genesis, { previousHead, links: this.#links }, rows);
    this.#runs = rows
      .filter(({ termsHash }, index) => index === 0 || termsHash !== rows[index - 1]!.termsHash)
      .map(({ epoch, termsHash }) => ({ fromEpoch: epoch, terms: this.#terms.get(termsHash!)! }));
  }

  /** Reads terms before anything is chained, so that the terms of every link are known. */
  async #readTerms(database: Queryable, rows: readonly Row[]): Promise<void> {
    const isKnown = ({ termsHash }: Row) => termsHash !== null && this.#terms.has(termsHash);
    if (rows.every(isKnown)) return;
    for (const text of await listTermsTexts(database)) {
      const terms = readTerms(text);
      this.#terms.set(terms.hash, terms);
    }
    const without = rows.find((row) => !isKnown(row));
    if (without !== undefined) throw new ChainBrokenError(`text of the terms of epoch ${without.epoch}`);
  }
}
