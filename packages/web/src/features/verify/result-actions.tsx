import { Link } from "wouter";
import { call } from "../../lib/api.ts";
import { useFairnessText } from "../../locales/text.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import styles from "./result-cards.module.css";
import type { Result } from "./use-check.ts";
import { useReceiptDownload } from "./use-receipt-download.ts";

type ResultActionsProps = { result: Result; isBusy: boolean; onAgain: () => void };

/** Once more; and of one's own position the receipt, as a page and as a file. */
export function ResultActions({ result: { question }, isBusy, onAgain }: ResultActionsProps) {
  const { verify: text } = useFairnessText();
  return (
    <div className={styles["actions"]}>
      <Button variant="quiet" pending={isBusy} onClick={onAgain}>
        {text.again}
      </Button>
      {question.kind === "id" && (
        <>
          <Download id={question.id} />
          <Link href={`/positions/${question.id}`} className={buttonClass("quiet")}>
            {text.openReceipt}
          </Link>
        </>
      )}
    </div>
  );
}

/** The receipt as it is now, whatever it was when it was checked. */
function Download({ id }: { id: string }) {
  const { verify: text } = useFairnessText();
  const { isPending, download } = useReceiptDownload(text.downloadFailed);
  return (
    <Button
      variant="quiet"
      pending={isPending}
      onClick={() => void download(id, () => call("getPosition", { params: { id } }))}
    >
      <DownloadIcon size={18} />
      {text.download}
    </Button>
  );
}
