import { useEffect, useRef } from "react";
import { useLaterText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { saveText } from "./save-text.ts";
import styles from "./two-step-dialog.module.css";

type RecoveryCodesProps = {
  codes: readonly string[];
  email: string;
  isKept: boolean;
  onKeptChange: (isKept: boolean) => void;
  onDone: () => void;
};

/** The codes are shown this once; the server itself could not show them again. */
export function RecoveryCodes({ codes, email, isKept, onKeptChange, onDone }: RecoveryCodesProps) {
  const words = useLaterText().profile.twoStep.codes;
  const intro = useRef<HTMLParagraphElement>(null);
  useEffect(() => intro.current?.focus(), []);

  const file = [words.fileTitle(email), words.fileText, "", ...codes, ""].join("\n");
  return (
    <div className={styles["form"]}>
      <p ref={intro} tabIndex={-1} className={styles["text"]}>
        {words.text}
      </p>
      <ul className={styles["codes"]} aria-label={words.list} translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles["keep"]}>
        <CopyButton label={words.copy} value={codes.join("\n")} wide />
        <Button variant="quiet" onClick={() => saveText("veritick-recovery-codes.txt", file)}>
          {words.download}
        </Button>
      </div>
      <label className={styles["kept"]}>
        <input type="checkbox" checked={isKept} onChange={(event) => onKeptChange(event.target.checked)} />
        {words.kept}
      </label>
      <Button size="large" disabled={!isKept} onClick={onDone}>
        {words.done}
      </Button>
    </div>
  );
}
