import type { Hash } from "@veritick/domain/log/merkle.ts";
import {
  checkpointText,
  noteText,
  parseVkey,
  signatureOf,
  vkeyText,
  WITNESS_KEY,
} from "@veritick/domain/log/notes.ts";
import type { Vkey } from "@veritick/domain/log/notes.ts";
import { quorumTime } from "@veritick/domain/log/policy.ts";
import type { CosignedAt, Policy } from "@veritick/domain/log/policy.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { readKeptValue } from "../platform/db/kept-values.ts";

/** The kept value that says why the log stands still, for all processes; empty while it goes on. */
export const LOG_STOPPED = "log-stopped";

/** A signed checkpoint with its cosignatures: `time` is that of the first of each witness, `newestTime` of the newest. */
type StoredCheckpoint = {
  readonly size: number;
  readonly root: Hash;
  readonly signature: Buffer;
  readonly madeAt: Date;
  readonly cosignatures: readonly StoredCosignature[];
};
type StoredCosignature = {
  readonly vkey: Vkey;
  readonly time: number;
  readonly signature: Uint8Array;
  readonly newestTime: number;
  readonly newestSignature: Uint8Array;
};

export type LogState = {
  readonly state: "WITNESSED" | "BEHIND" | "UNWITNESSED";
  /** The size of the newest checkpoint that is signed; 0 before the first. */
  readonly size: number;
  /** The size of the newest checkpoint that the quorum has cosigned; 0 before the first. */
  readonly witnessed: number;
  /** When the quorum last cosigned, in Unix seconds; undefined if it never did, and if none is required. */
  readonly quorumAt: number | undefined;
};

/** The time that witnesses have to cosign a new checkpoint. */
const PATIENCE_MS = 10_000;
/** An idle log is cosigned again each minute. After this time, several turns have failed. */
const SILENT_SECONDS = 180;
/** The checkpoints among which the newest with a quorum is looked for. Later calls look only at newer ones. */
const LOOKED_AT = 500;

const COLUMNS = `c.size, c.root, c.signature, c.made_at as "madeAt",
  (select coalesce(json_agg(json_build_object('vkey', w.vkey, 'time', s.time, 'signature', encode(s.signature, 'base64'),
     'newestTime', s.newest_time, 'newestSignature', encode(s.newest_signature, 'base64')) order by w.id), '[]')
   from log_cosignatures s join log_witnesses w on w.id = s.witness where s.size = c.size) as cosignatures`;

type CosignatureJson = {
  vkey: string;
  time: number;
  signature: string;
  newestTime: number;
  newestSignature: string;
};
type CheckpointRow = Omit<StoredCheckpoint, "cosignatures"> & { cosignatures: CosignatureJson[] };

const readRow = ({ cosignatures, ...row }: CheckpointRow): StoredCheckpoint => ({
  ...row,
  cosignatures: cosignatures.map((each) => ({
    ...each,
    vkey: parseVkey(each.vkey),
    signature: Buffer.from(each.signature, "base64"),
    newestSignature: Buffer.from(each.newestSignature, "base64"),
  })),
});

/** Reads the state of the log, which is the same for all processes. */
export function createLogState(context: { database: Database; clock: Clock; policy: Policy }) {
  const { database, clock, policy } = context;
  const names = new Map(
    policy.witnesses
      .filter(({ vkey }) => vkey.type === WITNESS_KEY)
      .map(({ name, vkey }) => [vkeyText(vkey), name]),
  );
  const needsNone = quorumTime(policy, new Map()) === -Infinity;
  let witnessed = 0;

  function timesOf({ cosignatures }: StoredCheckpoint, time: "time" | "newestTime"): CosignedAt {
    return new Map(
      cosignatures.flatMap((each) => {
        const name = names.get(vkeyText(each.vkey));
        return name === undefined ? [] : [[name, each[time]] as const];
      }),
    );
  }
  const isWitnessed = (checkpoint: StoredCheckpoint) =>
    Number.isFinite(quorumTime(policy, timesOf(checkpoint, "time")));

  async function read(where: string, values: unknown[]): Promise<StoredCheckpoint[]> {
    const { rows } = await database.query<CheckpointRow>(
      `select ${COLUMNS} from log_checkpoints c where ${where}`,
      values,
    );
    return rows.map(readRow);
  }

  const findCheckpoint = async (size: number): Promise<StoredCheckpoint | undefined> =>
    (await read("size = $1", [size]))[0];

  /** Returns the checkpoints since the newest that the quorum cosigned, the newest first. */
  async function sinceQuorum() {
    const newer = await read("size >= $1 order by size desc limit $2", [witnessed, LOOKED_AT]);
    const cosigned = newer.find(isWitnessed) ?? (witnessed > 0 ? await findCheckpoint(witnessed) : undefined);
    witnessed = cosigned?.size ?? 0;
    return { newer, cosigned };
  }

  return {
    findCheckpoint,

    /** Returns the newest checkpoint that the quorum has cosigned; before the first, the newest that is signed. */
    async newestShown(): Promise<StoredCheckpoint | undefined> {
      const { newer, cosigned } = await sinceQuorum();
      return cosigned ?? newer[0];
    },

    async read(): Promise<LogState> {
      const { newer, cosigned } = await sinceQuorum();
      const isStopped = Boolean(await readKeptValue(database, LOG_STOPPED));
      const size = newer[0]?.size ?? 0;
      if (needsNone)
        return { state: isStopped ? "BEHIND" : "UNWITNESSED", size, witnessed: 0, quorumAt: undefined };
      const time = cosigned && quorumTime(policy, timesOf(cosigned, "newestTime"));
      const waiting = newer.findLast((checkpoint) => checkpoint.size > witnessed)?.madeAt.getTime();
      const isLate = waiting !== undefined && clock.nowMs() - waiting > PATIENCE_MS;
      const isSilent = time === undefined || clock.nowMs() / 1000 - time > SILENT_SECONDS;
      const isBehind = isStopped || isLate || isSilent;
      return { state: isBehind ? "BEHIND" : "WITNESSED", size, witnessed, quorumAt: time };
    },
  };
}

/** Writes a checkpoint as the log serves it: with the first cosignature of each witness, or with the newest. */
export function servedNote(
  { origin, vkey }: { origin: string; vkey: Vkey },
  checkpoint: StoredCheckpoint,
  which: "first" | "newest",
): string {
  const lines = checkpoint.cosignatures.map((each) =>
    which === "first"
      ? signatureOf(each.vkey, each.signature, each.time)
      : signatureOf(each.vkey, each.newestSignature, each.newestTime),
  );
  const text = checkpointText({ origin, ...checkpoint });
  return noteText({ text, signatures: [signatureOf(vkey, checkpoint.signature), ...lines] });
}

export type LogStateReader = ReturnType<typeof createLogState>;
