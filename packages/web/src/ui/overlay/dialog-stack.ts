/** Closes a dialog in the same way as its Escape key. */
type Escape = () => void;

const open: Escape[] = [];

/** Registers an open dialog on top of the others. Returns a function that removes it. */
export function noteDialog(escape: Escape): () => void {
  open.push(escape);
  return () => void open.splice(open.indexOf(escape), 1);
}

/** Closes the topmost dialog, as if nothing lay above it. Returns false if none is open. */
export function escapeDialog(): boolean {
  const top = open.at(-1);
  top?.();
  return top !== undefined;
}
