import { hashLeaf } from "@veritick/domain/log/merkle.ts";
import type { Hash } from "@veritick/domain/log/merkle.ts";
import { checkpointText, signatureOf } from "@veritick/domain/log/notes.ts";
import type { Note, Vkey } from "@veritick/domain/log/notes.ts";
import { edgeRoot, growEdge } from "@veritick/domain/log/tiles.ts";
import type { Edge } from "@veritick/domain/log/tiles.ts";
import type pg from "pg";
import { dateOf, periodically } from "../platform/clock.ts";
import type { Clock, PeriodicTask } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Signer } from "../platform/signing.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { appendEntries, LogStoppedError, openLogged, sha256, storeCheckpoint } from "./log-store.ts";
import type { SignedHead } from "./log-store.ts";
import type { Logged, Reader } from "./published-entries.ts";
import type { Session } from "./session.ts";

/** The newest checkpoint as it is shown to witnesses. */
export type Shown = SignedHead & { readonly note: Note };

export type WitnessRound = {
  /**
   * Asks the witnesses how far they know the log, before anything is added to it. Returns false if too few have answered to
   * be sure that none knows more.
   *
   * @throws LogStoppedError if they hold what is not in the database
   */
  agree(connection: Queryable, newest: Shown | undefined): Promise<boolean>;
  /** Shows the newest checkpoint to all witnesses, and waits for none of them. */
  show(newest: Shown): void;
  /** Returns the reason why the log must stop, found by an answer since. */
  stopped(): LogStoppedError | undefined;
};

export type Sequencer = PeriodicTask & { stop(): Promise<void> };

type Open = { readonly read: Reader; edge: Edge; newest: Shown | undefined; isAgreed: boolean };

/**
 * Adds to the log what was published since, signs the new size, and shows it to the witnesses. One process does it for all.
 * Nothing is signed before it is committed, and a failure at any place begins again from what the database holds.
 */
export function createSequencer(context: {
  origin: string;
  vkey: Vkey;
  signer: Signer;
  session: Session;
  openReader(logged: Logged): Promise<Reader>;
  witnesses: WitnessRound;
  /** Keeps the reason why the log stands still, for all processes; undefined once it goes on. */
  keepStop(connection: Queryable, reason: string | undefined): Promise<void>;
  clock: Clock;
  log: Log;
}): Sequencer {
  const { origin, vkey, signer, session, witnesses, keepStop, clock, log } = context;
  let open: Open | undefined;
  let stopped: LogStoppedError | undefined;
  /** The connection on which the log was opened. */
  let holder: pg.Client | undefined;
  let isEnded = false;

  function shownOf(head: SignedHead): Shown {
    const text = checkpointText({ origin, ...head });
    return { ...head, note: { text, signatures: [signatureOf(vkey, head.signature)] } };
  }

  async function begin(client: pg.Client): Promise<Open> {
    await client.query("set statement_timeout = 0");
    const { edge, newest, logged } = await openLogged(patient(client), {
      origin,
      publicKey: signer.publicKey,
    });
    await client.query(`set statement_timeout = ${STATEMENT_MS}`);
    const read = await context.openReader(logged);
    return { read, edge, newest: newest && shownOf(newest), isAgreed: false };
  }

  /** Adds all that is new in one transaction, which sees the database at one instant. */
  async function append(client: Queryable, state: Open): Promise<void> {
    await client.query("begin isolation level repeatable read");
    const found = await state.read(client);
    if (found.length > 0) {
      const entries = found.map((entry) => ({ ...entry, leaf: leafOf(entry.text) }));
      const { edge, full } = growEdge(
        state.edge,
        entries.map(({ leaf }) => leaf),
        sha256,
      );
      await appendEntries(client, state.edge.size, entries, full);
      await client.query("commit");
      state.edge = edge;
    } else await client.query("commit");
  }

  async function sign(client: Queryable, state: Open): Promise<void> {
    const { size } = state.edge;
    if (state.newest?.size === size) return;
    const root = edgeRoot(state.edge, sha256);
    const signature = signer.sign(checkpointText({ origin, size, root }));
    await storeCheckpoint(client, { size, root, signature }, dateOf(clock));
    state.newest = shownOf({ size, root, signature });
  }

  async function advance(client: pg.Client): Promise<void> {
    open ??= await begin(client);
    if (!open.isAgreed) {
      open.isAgreed = await witnesses.agree(client, open.newest);
      if (!open.isAgreed) return;
      await keepStop(client, undefined);
    }
    const reason = witnesses.stopped();
    if (reason !== undefined) throw reason;
    await append(client, open);
    await sign(client, open);
    witnesses.show(open.newest!);
  }

  async function turn(): Promise<void> {
    const client = isEnded ? undefined : await session.take();
    if (client !== holder) {
      // Another process may have held the log meanwhile, or another server of the database.
      [open, stopped, holder] = [undefined, undefined, client];
    }
    if (client === undefined) return;
    // Keeps the lock: another process would find the same.
    if (stopped !== undefined) return;
    try {
      await advance(client);
    } catch (error) {
      if (!(error instanceof LogStoppedError)) {
        await session.drop();
        if (!isEnded) throw error;
        return;
      }
      stopped = error;
      log.fatal({ error: error.message }, "the public log stopped: nothing more is signed");
      await client.query("rollback").catch(() => undefined);
      await keepStop(client, error.message).catch(() => undefined);
    }
  }

  const task = periodically(1, "public log", log, turn);
  return {
    ...task,
    async stop() {
      isEnded = true;
      await session.drop();
    },
  };
}

const STATEMENT_MS = 30_000;
const LONG_MS = 3_600_000;

const leafOf = (text: string): Hash => hashLeaf(Buffer.from(text), sha256);

/** Lets the driver wait for statements that read the whole log. */
const patient = (client: pg.Client): Queryable =>
  ({
    query: (statement: string | pg.QueryConfig, values: unknown[] = []) => {
      const config = typeof statement === "string" ? { text: statement, values } : statement;
      // The driver supports `query_timeout`; its types do not declare it yet.
      return client.query({ ...config, query_timeout: LONG_MS } as pg.QueryConfig);
    },
  }) as Queryable;
