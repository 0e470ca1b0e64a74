import { browserNowMs } from "./live/live.ts";

/**
 * When the answer to an order or a sale was in this browser's hands, by its own clock, and the signature that it carried. The path of
 * an order's tells which of the promises that were signed together is meant; one that was signed alone has none, nor has a sale.
 */
export type ReceivedAnswer = {
  readonly at: string;
  readonly signature: string;
  readonly path?: readonly string[] | null;
};

/** What was asked for: a note without it is older than sales. */
type Asked = "order" | "sale";
type Note = ReceivedAnswer & { readonly user: string; readonly position: string; readonly of?: Asked };
type Signed = Omit<ReceivedAnswer, "at"> & { readonly id: string; readonly userId: string };

const KEY = "received_answers";
/** Each has about 270 characters, and 70 more for each step of its path. */
const MOST_NOTES = 500;
/** A note that is further in the future was made by a clock that has been put back since. */
const MOST_AWAY_MS = 366 * 86_400_000;

/**
 * Notes that the signed answer to an order or a sale is here, be it the first one or that to a retry: who holds it before the next
 * round is due knows that nothing was dated back. It goes by this device's clock, since the platform's shows what the platform
 * likes, and it outlives the session, as the receipt does.
 */
export function noteAnswer(
  { id, userId, signature, path = null }: Signed,
  asked: Asked = "order",
): ReceivedAnswer {
  const nowMs = browserNowMs();
  const notes = readNotes().filter(({ at }) => Math.abs(Date.parse(at) - nowMs) < MOST_AWAY_MS);
  // It was in hand when it came first.
  const known = notes.find((each) => each.position === id && askedIn(each) === asked);
  if (known !== undefined) return known;
  const at = new Date(nowMs).toISOString();
  const note: Note = { user: userId, position: id, at, signature, path, of: asked };
  try {
    localStorage.setItem(KEY, JSON.stringify([...notes, note].slice(-MOST_NOTES)));
  } catch {
    // This browser keeps nothing: the receipt will say that nothing was noted.
  }
  return note;
}

const askedIn = ({ of = "order" }: Note): Asked => of;

type Owned = { readonly id: string; readonly userId: string };

/** When the answer to a user's order or sale came; undefined where another browser or a program took it. */
export function findReceived({ id, userId }: Owned, asked: Asked = "order"): ReceivedAnswer | undefined {
  return readNotes().find((note) => note.position === id && note.user === userId && askedIn(note) === asked);
}

/** What a receipt file says of it. */
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
  const { user, position, at, signature, path } = (value ?? {}) as Partial<Record<keyof Note, unknown>>;
  const isText = [user, position, at, signature].every((each) => typeof each === "string");
  return isText && (path == null || Array.isArray(path)) && !Number.isNaN(Date.parse(at as string));
}
