import { hash } from "node:crypto";
import { toBase64 } from "@veritick/domain/log/base64.ts";
import type { Hash } from "@veritick/domain/log/merkle.ts";
import { noteText, parseNote, parseSignatureLines } from "@veritick/domain/log/notes.ts";
import type { Note, NoteSignature } from "@veritick/domain/log/notes.ts";
import { failureName, readBounded } from "../platform/http/read-answer.ts";

/** An answer waits for the disk of the witness, and for the way there and back. */
const ANSWER_MS = 10_000;
/** The longest answer that is read. A note with a hundred cosignatures has 16 kB. */
const MOST_BYTES = 16_384;

/** The answer of a witness to a checkpoint. */
export type Answer =
  | { readonly lines: readonly NoteSignature[] }
  /** The witness has the log at this size, and needs a proof from there. */
  | { readonly knownSize: number }
  /** The witness says that the log was changed. */
  | { readonly refused: true }
  /** The witness does not know this log. */
  | { readonly unknown: true }
  | { readonly failure: string };

type Asked = { readonly url: string; readonly stopping: AbortSignal };

async function call(
  { url, stopping }: Asked,
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; text: string | undefined } | { failure: string }> {
  try {
    const answer = await fetch(`${url.replace(/\/+$/, "")}/${path}`, {
      ...init,
      redirect: "error",
      signal: AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_MS)]),
    });
    return { status: answer.status, text: await readBounded(answer, MOST_BYTES) };
  } catch (error) {
    return { failure: failureName(error) };
  }
}

const SIZE = /^(0|[1-9]\d{0,15})\n$/;

/** Shows a witness a checkpoint, with the proof that it continues the one of size `old` (C2SP `tlog-witness`). */
export async function addCheckpoint(
  asked: Asked,
  { old, proof, note }: { old: number; proof: readonly Hash[]; note: Note },
): Promise<Answer> {
  const lines = [`old ${old}\n`, ...proof.map((each) => `${toBase64(each)}\n`)].join("");
  const body = `${lines}\n${noteText(note)}`;
  const answer = await call(asked, "add-checkpoint", { method: "POST", body });
  if ("failure" in answer) return answer;
  const { status, text } = answer;
  if (text === undefined) return { failure: "answer_too_long" };
  if (status === 409 && SIZE.test(text)) return { knownSize: Number(text) };
  if (status === 422) return { refused: true };
  if (status === 404) return { unknown: true };
  const signatures = status === 200 ? parseSignatureLines(text) : undefined;
  return signatures === undefined
    ? { failure: status === 200 ? "unreadable" : `status_${status}` }
    : { lines: signatures };
}

/**
 * Asks a witness for the newest checkpoint of a log that it cosigned.
 *
 * @returns null if it shows none
 */
export async function getCheckpoint(
  asked: Asked,
  origin: string,
): Promise<Note | null | { failure: string }> {
  const answer = await call(asked, `${hash("sha256", origin)}/checkpoint`);
  if ("failure" in answer) return answer;
  const note = answer.status === 200 && answer.text !== undefined ? parseNote(answer.text) : undefined;
  return note ?? null;
}
