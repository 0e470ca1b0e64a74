import * as Primitive from "@radix-ui/react-tooltip";
import type { ReactElement } from "react";
import styles from "./tooltip.module.css";

const DELAY_MS = 700;

/** Explains `children`, which must be one focusable element, after a moment of hovering or at once on focus. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <Primitive.Provider delayDuration={DELAY_MS}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content className={styles["tooltip"]} sideOffset={6} collisionPadding={12}>
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
