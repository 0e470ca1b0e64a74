import { genesisHead, nextHead, NO_HEAD } from "@veritick/domain/epochs.ts";
import { epochOf, EPOCHS_AHEAD } from "@veritick/domain/epoch-times.ts";
import { LOCKS, transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import type { Genesis, PriceBook } from "./price-book.ts";
import { termsWithBeacon } from "@veritick/domain/signed/terms-text.ts";
import { listTermsTexts, readTerms } from "./promised-terms.ts";
import type { PromisedTerms, TermsRun } from "./promised-terms.ts";

/** Stored commitments or states differ from the promised or computed ones: somebody changed the database. */
export class ChainBrokenError extends Error {
  override readonly name = "ChainBrokenError";

  constructor(what: string, done: "chained" | "computed" = "chained") {
    super(
      `The ${what} on record is not the one that was ${done}. Something other than Veritick changed the database: restore ` +
        "it from a backup, and find out what did.",
    );
  }
}

/**
 * The epochs ahead for which commitments and terms are stored, hours before they are published. By then, processes with
 * other settings know which of them stored the terms of an epoch first. A backup of up to two hours before the end of an
 * installation holds all that it has published, so a restore with other settings contradicts none of it.
 */
const STORED_AHEAD = EPOCHS_AHEAD + 3;

/** A commitment and the hash of terms, with the head of the chain after them. */
export type CommitmentLink = {
  readonly commitment: string;
  readonly termsHash: string;
  readonly head: string;
};

/** The chain under the current genesis, by epoch and without a gap. */
export type GenesisChain = {
  readonly previousHead: string;
  readonly links: Map<number, CommitmentLink>;
  /** The hash of the terms that earlier prices promised for an epoch. The new price has the same terms then. */
  readonly promised: ReadonlyMap<number, string>;
  /** The last epoch that is known to have begun; undefined if the head of this chain was never served. */
  lastBegun?: number | undefined;
};

/**
 * Returns the furthest head that was published before a new genesis at `tick`. The new genesis is chained to it, because
 * browsers and receipts hold it. Further heads are stored but unpublished.
 */
export function lastPublishedHead({ previousHead, links, lastBegun }: GenesisChain, tick: number): string {
  const epochs = [...links.keys()];
  if (epochs.length === 0 || lastBegun === undefined) return previousHead;
  const begun = Math.max(epochs[0]!, Math.min(lastBegun, epochOf(tick)));
  return links.get(Math.min(begun + EPOCHS_AHEAD, epochs.at(-1)!))!.head;
}

/**
 * Keeps processes from beginning a price, or storing commitments, at the same moment. Holds the lock until the transaction
 * ends.
 */
export async function lockGeneses(connection: Queryable): Promise<void> {
  await connection.query("select pg_advisory_xact_lock($1)", [LOCKS.genesis]);
}

/**
 * Checks the chain under one genesis after the other.
 *
 * @throws ChainBrokenError
 */
export async function readChain(database: Queryable): Promise<GenesisChain> {
  const { rows: geneses } = await database.query<Genesis & { previous_head: Buffer }>(
    "select tick, state, previous_head from price_geneses order by tick",
  );
  let chain: GenesisChain = { previousHead: NO_HEAD, links: new Map(), promised: new Map() };
  for (const genesis of geneses) {
    const previousHead = genesis.previous_head.toString("hex");
    if (!isHeadOf(chain, previousHead)) throw new ChainBrokenError(`genesis of tick ${genesis.tick}`);
    chain = { previousHead, links: new Map(), promised: promisedUpTo(chain, previousHead) };
    const rows = await readRows(database, genesis);
    checkRows(genesis, chain, rows);
    chain.lastBegun = rows.findLast(({ isBegun }) => isBegun)?.epoch;
  }
  return chain;
}

/** True if the head belongs to the chain. The previous chain's head also does if this one was never served. */
const isHeadOf = ({ previousHead, links, lastBegun }: GenesisChain, head: string): boolean =>
  (lastBegun === undefined && head === previousHead) ||
  [...links.values()].some((link) => link.head === head);

/** Returns the terms that were promised up to a head, by epoch. If none was served, those of the price before count. */
function promisedUpTo({ links, promised }: GenesisChain, head: string): ReadonlyMap<number, string> {
  const epochs = [...links];
  const last = epochs.findIndex(([, link]) => link.head === head);
  return last < 0
    ? promised
    : new Map(epochs.slice(0, last + 1).map(([epoch, { termsHash }]) => [epoch, termsHash]));
}

type Row = CommitmentLink & { readonly epoch: number };

async function readRows(database: Queryable, genesis: Genesis): Promise<(Row & { isBegun: boolean })[]> {
  const { rows } = await database.query<{
    epoch: number;
    commitment: Buffer;
    terms_hash: Buffer;
    head: Buffer;
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
    termsHash: termsHash.toString("hex"),
    head: head.toString("hex"),
  }));
}

/** Compares the rows of a genesis with the known links, and adds new rows to these. */
function checkRows(
  genesis: Genesis,
  { previousHead, links }: Pick<GenesisChain, "previousHead" | "links">,
  rows: readonly Row[],
): void {
  const first = epochOf(genesis.tick + 1);
  let reached = genesisHead(genesis, previousHead);
  for (const [index, row] of rows.entries()) {
    const { epoch, commitment, termsHash, head } = row;
    const known = links.get(epoch);
    reached = known?.head ?? nextHead(reached, row);
    const isSame =
      epoch === first + index && (known?.commitment ?? commitment) === commitment && head === reached;
    if (!isSame) throw new ChainBrokenError(`commitment of epoch ${epoch}`);
    if ((known ?? row).termsHash !== termsHash) throw new ChainBrokenError(`hash of terms of epoch ${epoch}`);
    links.set(epoch, { commitment, termsHash, head });
  }
}

type NewRow = Row & { readonly terms: PromisedTerms };

/** The chain under the current genesis, as it is stored: terms do not follow from the secret. */
export class CommitmentChain {
  readonly previousHead: string;
  readonly #book: PriceBook;
  readonly #links: Map<number, CommitmentLink>;
  readonly #promised: ReadonlyMap<number, string>;
  /** The terms by their hash. */
  readonly #terms = new Map<string, PromisedTerms>();
  #runs: TermsRun[] = [];

  constructor(book: PriceBook, { previousHead, links, promised }: GenesisChain) {
    this.previousHead = previousHead;
    this.#book = book;
    this.#links = links;
    this.#promised = promised;
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
    return link;
  }

  /** @throws RangeError as `linkAt` does */
  termsAt(epoch: number): PromisedTerms {
    return this.#terms.get(this.linkAt(epoch).termsHash)!;
  }

  /**
   * Reads the rows that other processes have stored since, and checks all rows. Then stores the commitments and terms after
   * them, up to `STORED_AHEAD` epochs after that of `tick`, also of epochs that passed while no server ran. The first process
   * to store an epoch decides for all, unless an earlier price has promised its terms.
   *
   * @param terms the terms of this process's settings
   * @throws ChainBrokenError if a row differs from the known one, or was made with another secret
   */
  async extend(database: Database, tick: number, terms: PromisedTerms): Promise<void> {
    const stored = await transaction(database, async (connection) => {
      await lockGeneses(connection);
      await this.#read(connection);
      return this.#store(connection, epochOf(tick) + STORED_AHEAD, terms);
    });
    // Only a committed row may be published.
    for (const { terms: each, epoch, ...link } of stored) {
      this.#links.set(epoch, link);
      this.#terms.set(each.hash, each);
    }
    const links = [...this.#links];
    this.#runs = links
      .filter(([, { termsHash }], index) => termsHash !== links[index - 1]?.[1].termsHash)
      .map(([epoch, { termsHash }]) => ({ fromEpoch: epoch, terms: this.#terms.get(termsHash)! }));
  }

  async #store(connection: Queryable, last: number, own: PromisedTerms): Promise<NewRow[]> {
    const { genesis } = this.#book;
    let head = this.#links.get(this.lastEpoch)?.head ?? genesisHead(genesis, this.previousHead);
    const rows: NewRow[] = [];
    for (let epoch = this.lastEpoch + 1; epoch <= last; epoch += 1) {
      const terms = this.#promisedBefore(epoch, own) ?? own;
      const link = { epoch, commitment: this.#book.commitmentOf(epoch), termsHash: terms.hash };
      head = nextHead(head, link);
      rows.push({ ...link, head, terms });
    }
    if (rows.length === 0) return rows;
    await connection.query(
      `with e as (select * from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[])
         as e (epoch, commitment, head, terms_hash, terms)),
       texts as (insert into price_terms (hash, text) select distinct decode(terms_hash, 'hex'), terms from e
         on conflict do nothing)
       insert into price_epochs (genesis_tick, epoch, commitment, terms_hash, head)
       select $1, epoch, decode(commitment, 'hex'), decode(terms_hash, 'hex'), decode(head, 'hex') from e`,
      [
        genesis.tick,
        rows.map(({ epoch }) => epoch),
        rows.map(({ commitment }) => commitment),
        rows.map((row) => row.head),
        rows.map(({ termsHash }) => termsHash),
        rows.map(({ terms }) => terms.text),
      ],
    );
    return rows;
  }

  /** Returns the terms that an earlier price promised for an epoch, for the beacon of this one. */
  #promisedBefore(epoch: number, { rules: { chainHash } }: PromisedTerms): PromisedTerms | undefined {
    const hash = this.#promised.get(epoch);
    return hash === undefined
      ? undefined
      : readTerms(termsWithBeacon(this.#terms.get(hash)!.text, chainHash));
  }

  async #read(database: Queryable): Promise<void> {
    const { genesis, firstEpoch } = this.#book;
    const rows = await readRows(database, genesis);
    const last = rows.at(-1)?.epoch ?? firstEpoch - 1;
    if (last < this.lastEpoch) throw new ChainBrokenError(`commitment of epoch ${this.lastEpoch}`);
    const foreign = rows.find(
      ({ epoch, commitment }) => epoch > this.lastEpoch && commitment !== this.#book.commitmentOf(epoch),
    );
    if (foreign !== undefined) throw new ChainBrokenError(`commitment of epoch ${foreign.epoch}`);
    await this.#readTerms(database, rows);
    checkRows(genesis, { previousHead: this.previousHead, links: this.#links }, rows);
  }

  /** Reads terms before links are added, so that the terms of every link are known. */
  async #readTerms(database: Queryable, rows: readonly Row[]): Promise<void> {
    const promised = [...this.#promised].map(([epoch, termsHash]) => ({ epoch, termsHash }));
    const isKnown = ({ termsHash }: { termsHash: string }) => this.#terms.has(termsHash);
    const needed = [...promised, ...rows];
    if (needed.every(isKnown)) return;
    for (const text of await listTermsTexts(database)) {
      const terms = readTerms(text);
      this.#terms.set(terms.hash, terms);
    }
    const without = needed.find((row) => !isKnown(row));
    if (without !== undefined) throw new ChainBrokenError(`text of the terms of epoch ${without.epoch}`);
  }
}
