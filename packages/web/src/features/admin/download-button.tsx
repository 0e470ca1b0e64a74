import type { ReactNode } from "react";
import { serverNowMs, useLive } from "../../api/live/live.ts";
import { useTellFailure } from "../../api/use-submit.ts";
import { proveForDownload } from "./admin-queries.ts";
import { useTextOf } from "../../locales/text.ts";
import { chosenLanguage, spreadsheetIn } from "../../lib/preferences.ts";
import { downloadFile } from "../../lib/files.ts";
import { Button } from "../../ui/button.tsx";
import { DownloadIcon } from "../../ui/more-icons.tsx";
import { notify } from "../../ui/overlay/notice-store.ts";

type DownloadButtonProps = {
  path: string;
  query?: Readonly<Record<string, string>>;
  /** The name of the file's contents. */
  name: string;
  label?: string;
  disabled?: boolean;
  children: ReactNode;
};

/**
 * Downloads a file once the administrator has confirmed their identity. The browser writes it to disk while the server sends
 * it. A notice reports a refusal.
 */
export function DownloadButton({
  path,
  query,
  name,
  label,
  disabled = false,
  children,
}: DownloadButtonProps) {
  const { exportFiles: words } = useTextOf("admin");

  const tellFailure = useTellFailure();
  const { price } = useLive();

  async function download() {
    try {
      await proveForDownload(serverNowMs(price.get()));
    } catch (error) {
      tellFailure(error, words.failedBody);
      return;
    }
    const spreadsheet = spreadsheetIn(chosenLanguage()) ?? "true";
    downloadFile(`${path}?${String(new URLSearchParams({ ...query, spreadsheet }))}`, () =>
      notify({ title: words.failed, body: words.failedBody, tone: "destructive" }),
    );
    notify({ title: words.begun, body: words.begunBody(name) });
  }

  return (
    <Button variant="quiet" aria-label={label} disabled={disabled} onClick={() => void download()}>
      <DownloadIcon size={18} />
      {children}
    </Button>
  );
}
