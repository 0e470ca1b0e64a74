import type { ReactNode } from "react";
import { serverNowMs, useLive } from "../../api/live/live.ts";
import { useTellFailure } from "../../api/use-submit.ts";
import { proveForDownload } from "./admin-queries.ts";
import { useAdminText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import { notify } from "../../ui/overlay/notice-store.ts";

type DownloadButtonProps = {
  path: string;
  /** What the file holds. */
  name: string;
  label?: string;
  disabled?: boolean;
  children: ReactNode;
};

/**
 * A file that the browser writes to disk while the server sends it, once the administrator has confirmed their identity.
 * That it was refused is told.
 */
export function DownloadButton({ path, name, label, disabled = false, children }: DownloadButtonProps) {
  const { exportFiles: words } = useAdminText();

  const tellFailure = useTellFailure();
  const { price } = useLive();

  async function download() {
    try {
      await proveForDownload(serverNowMs(price.get()));
    } catch (error) {
      tellFailure(error, words.failedBody);
      return;
    }
    downloadFile(path, () => notify({ title: words.failed, body: words.failedBody, tone: "destructive" }));
    notify({ title: words.begun, body: words.begunBody(name) });
  }

  return (
    <Button variant="quiet" aria-label={label} disabled={disabled} onClick={() => void download()}>
      <DownloadIcon size={18} />
      {children}
    </Button>
  );
}

/** Frames in which nothing was refused are taken away after a while: what they began goes on without them. */
const KEPT_MS = 60_000;

/**
 * Lets the browser download a file, however large. It is asked for in a frame that nobody sees: a file that comes is
 * saved and the frame stays empty, and what is no file would be shown in the frame, which says that it was refused.
 */
function downloadFile(path: string, onRefused: () => void): void {
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
