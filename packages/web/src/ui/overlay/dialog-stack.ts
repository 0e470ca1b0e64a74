/** Closes a dialog as its Escape key does. */
type Escape = () => void;

const open: Escape[] = [];

/** Notes an open dialog above those that are open already; the answer takes it away again. */
export function noteDialog(escape: Escape): () => void {
  open.push(escape);
  return () => void open.splice(open.indexOf(escape), 1);
}

/** Closes the dialog on top, as if nothing lay above it. False where none is open. */
export function escapeDialog(): boolean {
  const top = open.at(-1);
  top?.();
  return top !== undefined;
}
