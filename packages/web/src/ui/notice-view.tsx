import * as Primitive from "@radix-ui/react-toast";
import { useRef, useState } from "react";
import { useText } from "../locales/text.ts";
import { IconButton } from "./icon-button.tsx";
import { CloseIcon } from "./icons.tsx";
import { dismissNotice } from "./notice-store.ts";
import type { ShownNotice } from "./notice-store.ts";
import styles from "./notice-view.module.css";
import { useFocusReturn } from "./use-focus-return.ts";
import { useRoomForNotice } from "./use-room-for-notice.ts";

const DURATION_MS = 5000;
const SWIPE_PX = 50;
const HOTKEY = "F8";
const HOTKEYS = [HOTKEY];
const NO_HOTKEYS: string[] = [];

/** One notice at most: leaves by itself, by its button, or by a swipe to the right; F8 takes the focus to it and back. */
export function NoticeView({ notice }: { notice: ShownNotice | undefined }) {
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  // The primitive stops its clocks while the pointer or the focus is on a notice, and would never start them again
  // after such a notice was closed. A provider for each notice does not know of the one before.
  const [newest, setNewest] = useState(notice?.id);
  if (notice && notice.id !== newest) setNewest(notice.id);
  useFocusReturn(place, notice?.id);
  useRoomForNotice(place, notice?.id);
  return (
    <Primitive.Provider key={newest} duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_PX}>
      {notice && (
        <Primitive.Root
          key={notice.id}
          open
          onOpenChange={(open) => !open && dismissNotice(notice.id)}
          className={styles["notice"]}
          data-tone={notice.tone ?? "default"}
        >
          <div className={styles["text"]}>
            <Primitive.Title className={styles["title"]}>{notice.title}</Primitive.Title>
            {notice.body !== undefined && (
              <Primitive.Description className={styles["body"]}>{notice.body}</Primitive.Description>
            )}
          </div>
          <Primitive.Close asChild>
            <IconButton label={text.common.close}>
              <CloseIcon size={18} />
            </IconButton>
          </Primitive.Close>
        </Primitive.Root>
      )}
      <div ref={place}>
        <Primitive.Viewport
          // Where there is nothing to be read the key takes nobody away from where they are.
          hotkey={notice ? HOTKEYS : NO_HOTKEYS}
          label={text.common.notices(HOTKEY)}
          className={styles["viewport"]}
        />
      </div>
    </Primitive.Provider>
  );
}
