import { useLayoutEffect } from "react";
import type { RefObject } from "react";

/** Below this much of the window in sight, the keyboard of a phone has the rest. */
const SHARE_WITHOUT_KEYBOARD = 0.8;

/**
 * On phones notices come from the top, where a tall dialog has its title. Over one of those they lie above what
 * confirms it, measured anew when a dialog opens or closes meanwhile; the style sheet asks for the narrow screen.
 */
export function useRoomForNotice(place: RefObject<HTMLElement | null>, shown: number | undefined) {
  useLayoutEffect(() => {
    const list = place.current?.querySelector("ol");
    if (shown === undefined || !list) return;
    const arrange = () => {
      const dialog = [...document.querySelectorAll<HTMLElement>("[role=dialog]")].at(-1);
      const isInTheWay = dialog !== undefined && dialog.offsetTop < list.offsetHeight && !hasKeyboard();
      list.toggleAttribute("data-over-dialog", isInTheWay);
      if (isInTheWay) list.style.setProperty("--room-below", `${roomBelow(dialog)}px`);
    };
    // Dialogs are children of the body.
    const dialogs = new MutationObserver(arrange);
    dialogs.observe(document.body, { childList: true });
    // Tells of the height once at the start, and again when the notice is drawn in there.
    const height = new ResizeObserver(arrange);
    height.observe(list);
    return () => {
      dialogs.disconnect();
      height.disconnect();
    };
  }, [place, shown]);
}

function hasKeyboard(): boolean {
  return visualViewport !== null && visualViewport.height < innerHeight * SHARE_WITHOUT_KEYBOARD;
}

/** From what confirms a dialog to the lower edge of the window. Nothing moves it while the sheet slides in. */
function roomBelow(dialog: HTMLElement): number {
  const confirm = dialog.querySelector("footer") ?? dialog.querySelector("[type=submit]");
  if (confirm === null) return 0;
  const top = confirm.getBoundingClientRect().top - dialog.getBoundingClientRect().top;
  return Math.max(0, dialog.offsetHeight - top);
}
