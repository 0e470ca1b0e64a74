import { useState } from "react";
import { useFocusOnMount } from "../../lib/focus.ts";
import { Button } from "../button.tsx";
import { CopyButton } from "../copy-button.tsx";
import { Check } from "../form/choices.tsx";
import { Stack } from "../primitives.tsx";
import { Banner } from "../states.tsx";
import { Dialog } from "./dialog.tsx";
import styles from "./dialog-view.module.css";

type SecretDialogProps = {
  title: string;
  secret: string;
  words: { text: string; copy: string; leaving: string; kept: string; done: string };
  onClose: () => void;
};

/** Shows a secret once: the server keeps no copy to show again. It warns a user who leaves without saving it. */
export function SecretDialog({ title, secret, words, onClose }: SecretDialogProps) {
  const [isKept, setKept] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const intro = useFocusOnMount<HTMLParagraphElement>();
  return (
    <Dialog open onOpenChange={() => (isKept || isLeaving ? onClose() : setLeaving(true))} title={title}>
      <Stack gap={5}>
        <p ref={intro} tabIndex={-1}>
          {words.text}
        </p>
        <code className={styles["secret"]} translate="no">
          {secret}
        </code>
        <div>
          <CopyButton label={words.copy} value={secret} wide />
        </div>
        {isLeaving && !isKept && (
          <div role="alert">
            <Banner tone="warn">{words.leaving}</Banner>
          </div>
        )}
        <Check checked={isKept} onChange={setKept}>
          {words.kept}
        </Check>
        <Button size="large" disabled={!isKept} onClick={onClose}>
          {words.done}
        </Button>
      </Stack>
    </Dialog>
  );
}
