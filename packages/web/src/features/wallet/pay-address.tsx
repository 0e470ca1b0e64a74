import { lazy, Suspense } from "react";
import { inFours } from "../../lib/format.ts";
import { useText } from "../../locales/text.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import styles from "./pay-address.module.css";

const QrCode = lazy(async () => ({ default: (await import("../../ui/qr-code.tsx")).QrCode }));

/** The address as a code for a wallet, as groups for the eye, and as text to copy. */
export function PayAddress({ address }: { address: string | null }) {
  const { awaiting } = useText().wallet;
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
        <p className={styles["address"]} translate="no">
          {inFours(address).map((group, index) => (
            <span key={index} className={styles["group"]}>
              {group}
            </span>
          ))}
        </p>
        <CopyButton label={awaiting.copyAddress} value={address} wide />
      </div>
    </div>
  );
}
