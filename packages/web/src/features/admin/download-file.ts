/** Frames in which nothing was refused are taken away after a while: what they began goes on without them. */
const KEPT_MS = 60_000;

/**
 * Lets the browser download a file, however large. It is asked for in a frame that nobody sees: a file that comes is
 * saved and the frame stays empty, and what is no file would be shown in the frame, which says that it was refused.
 */
export function downloadFile(path: string, onRefused: () => void): void {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.src = path;
  const timer = setTimeout(() => frame.remove(), KEPT_MS);
  frame.addEventListener("load", () => {
    // Before it goes anywhere a frame shows an empty page of its own.
    if (frame.contentDocument?.URL === "about:blank") return;
    clearTimeout(timer);
    frame.remove();
    onRefused();
  });
  document.body.append(frame);
}
