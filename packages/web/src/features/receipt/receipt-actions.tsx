import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { Link } from "wouter";
import { useCurrentUser } from "../../lib/current-user.ts";
import { useLaterText } from "../../locales/text.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import { useReceiptDownload } from "../verify/public.ts";
import styles from "./receipt-page.module.css";

/** The receipt as a file for whoever sees it; checking it by its id is for its owner, who alone can ask for it. */
export function ReceiptActions({ receipt }: { receipt: PositionReceipt }) {
  const text = useLaterText().receipt;
  const { id, userId } = receipt.position;
  const isOwn = useCurrentUser()?.id === userId;
  const { isPending, download } = useReceiptDownload(text.downloadFailed);
  return (
    <div className={styles["actions"]}>
      {isOwn && (
        <Link href={`/verify/${id}`} className={buttonClass("primary")}>
          {text.verify}
        </Link>
      )}
      <Button
        variant="quiet"
        pending={isPending}
        onClick={() => void download(receipt.position.id, () => Promise.resolve(receipt))}
      >
        <DownloadIcon size={18} />
        {text.download}
      </Button>
    </div>
  );
}
