import { Suspense } from "react";
import { lazyPart } from "../../lib/lazy-part.ts";
import { useLaterText } from "../../locales/text.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { LongCode } from "../../ui/long-code.tsx";
import styles from "./pay-address.module.css";

const QrCode = lazyPart(async () => ({ default: (await import("../../ui/qr-code.tsx")).QrCode }));

/** The address as a code for a wallet, as groups for the eye, and as text to copy. */
export function PayAddress({ address }: { address: string | null }) {
  const { awaiting } = useLaterText().payments.deposit;
  if (address === null) return <p className={styles["missing"]}>{awaiting.noAddress}</p>;
  return (
    <div className={styles["place"]}>
      <div className={styles["code"]}>
        <Suspense fallback={null}>
          <QrCode value={address} label={awaiting.qr} />
        </Suspense>
      </div>
      <div className={styles["side"]}>
        <p className={styles["label"]}>{awaiting.address}</p>
        <p>
          <LongCode code={address} />
        </p>
        <CopyButton label={awaiting.copyAddress} value={address} wide />
      </div>
    </div>
  );
}
