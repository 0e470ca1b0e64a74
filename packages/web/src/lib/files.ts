/** Long after the browser has taken the file. */
const KEPT_MS = 60_000;

export function saveFile(name: string, text: string, type = "application/json"): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

/**
 * Makes the browser download a file of any size. It requests the file in a hidden frame. If a file comes, the browser saves
 * it and the frame stays empty. Anything else loads in the frame and means a refusal.
 */
export function downloadFile(path: string, onRefused: () => void): void {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.src = path;
  const timer = setTimeout(() => frame.remove(), KEPT_MS);
  frame.addEventListener("load", () => {
    // At first a frame shows an empty page of its own.
    if (frame.contentDocument?.URL === "about:blank") return;
    clearTimeout(timer);
    frame.remove();
    onRefused();
  });
  document.body.append(frame);
}
