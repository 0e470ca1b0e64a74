import type { ReactNode } from "react";
import { useAdminText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import { notify } from "../../ui/notice-store.ts";
import { downloadFile } from "./download-file.ts";

type DownloadButtonProps = {
  path: string;
  /** What the file holds. */
  name: string;
  label?: string;
  disabled?: boolean;
  children: ReactNode;
};

/** A file that the browser writes to disk while the server sends it. That it was refused is told. */
export function DownloadButton({ path, name, label, disabled = false, children }: DownloadButtonProps) {
  const { exportFiles: words } = useAdminText();

  function download() {
    downloadFile(path, () => notify({ title: words.failed, body: words.failedBody, tone: "destructive" }));
    notify({ title: words.begun, body: words.begunBody(name) });
  }

  return (
    <Button variant="quiet" aria-label={label} disabled={disabled} onClick={download}>
      <DownloadIcon size={18} />
      {children}
    </Button>
  );
}
