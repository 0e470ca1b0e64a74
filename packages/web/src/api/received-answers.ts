import { knownSession } from "./current-user.ts";
import { browserNowMs } from "./live/live.ts";

/**
 * When this browser received the answer to an order or a sale, by its own clock, and the signature in it. The path of an
 * order tells which promise is meant among those signed together. A sale has none.
 */
export type ReceivedAnswer = {
  readonly at: string;
  readonly signature: string;
  readonly path?: readonly string[] | null;
};

/** The kind of request. */
type Asked = "order" | "sale";
type Note = ReceivedAnswer & { readonly user: string; readonly position: string; readonly of: Asked };
type Signed = Omit<ReceivedAnswer, "at"> & { readonly id: string; readonly userId: string };

const KEY = "received_answers";
/** Each note has about 270 characters, and 70 more for each step of its path. */
const MOST_NOTES = 500;
/** Older notes are dropped, and so are notes that far in the future: a clock made them that has been put back since. */
const MOST_AWAY_MS = 366 * 86_400_000;

/**
 * Notes when the signed answer to an order or a sale first arrived, be it the first answer or one to a retry. A user who
 * holds it before the next round is due knows that the platform did not backdate it. The note goes by this device's clock,
 * because the platform controls its own. The browser forgets it at the end of the session (`lib/forget-person.ts`); a receipt
 * file keeps it.
 */
export function noteAnswer(
  { id, userId, signature, path = null }: Signed,
  asked: Asked = "order",
): ReceivedAnswer {
  const nowMs = browserNowMs();
  const notes = readNotes().filter(({ at }) => Math.abs(Date.parse(at) - nowMs) < MOST_AWAY_MS);
  // The time of the first arrival counts.
  const known = notes.find((each) => each.position === id && each.of === asked);
  if (known !== undefined) return known;
  const at = new Date(nowMs).toISOString();
  const note: Note = { user: userId, position: id, at, signature, path, of: asked };
  if (!isSignedIn(userId)) return note;
  try {
    localStorage.setItem(KEY, JSON.stringify([...notes, note].slice(-MOST_NOTES)));
  } catch {
    // This browser stores nothing. The receipt will say that nothing was noted.
  }
  return note;
}

/** False if the answer outlived its session: nothing about the person may be stored any more. */
function isSignedIn(userId: string): boolean {
  const session = knownSession();
  return session.state === "signed-in" && session.user.id === userId;
}

type Owned = { readonly id: string; readonly userId: string };

/** Returns when the answer to a user's order or sale arrived; undefined if this browser has no note of it. */
export function findReceived({ id, userId }: Owned, asked: Asked = "order"): ReceivedAnswer | undefined {
  return readNotes().find((note) => note.position === id && note.user === userId && note.of === asked);
}

/** Returns the fields of a receipt file about the received answers. */
export function receivedFields(position: Owned) {
  const received = findReceived(position);
  const sale = findReceived(position, "sale");
  return {
    received: received?.at ?? null,
    receivedSignature: received?.signature ?? null,
    receivedPath: received?.path ?? null,
    saleReceived: sale?.at ?? null,
    saleReceivedSignature: sale?.signature ?? null,
  };
}

function readNotes(): Note[] {
  try {
    const notes: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(notes) ? notes.filter(isNote) : [];
  } catch {
    return [];
  }
}

function isNote(value: unknown): value is Note {
  const { user, position, at, signature, path, of } = (value ?? {}) as Partial<Record<keyof Note, unknown>>;
  const isText = [user, position, at, signature].every((each) => typeof each === "string");
  const hasPath = of === "order" ? Array.isArray(path) : of === "sale" && path === null;
  return isText && hasPath && !Number.isNaN(Date.parse(at as string));
}
