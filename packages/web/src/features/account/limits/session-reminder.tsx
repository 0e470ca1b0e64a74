import { Suspense, useEffect, useEffectEvent, useState } from "react";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { withTextOf } from "../../../locales/text.ts";
import { useShownNotice } from "../../../ui/overlay/notice-store.ts";
import { browserUsage, forgetUsage, onActivity, watchUsage } from "./usage-session.ts";
import type { UsageSession } from "./usage-session.ts";

const ReminderDialog = lazyPart(
  async () => (await withTextOf("later", import("./reminder-dialog.tsx"))).ReminderDialog,
);

/** The elements that a reminder must neither cover nor interrupt. */
const IN_THE_WAY = "[role=dialog], [role=alertdialog], [role=menu]";

type SessionReminderProps = { userId: string; everyMinutes: number };

export function SessionReminder({ userId, everyMinutes }: SessionReminderProps) {
  const [shown, setShown] = useState<UsageSession>();
  const hasNotice = useShownNotice() !== undefined;
  const isClear = useEffectEvent(() => !hasNotice && document.querySelector(IN_THE_WAY) === null);

  useEffect(() => {
    const world = { ...browserUsage, isClear: () => isClear() };
    const watch = watchUsage(world, { userId, everyMinutes }, setShown);
    const endListening = onActivity(watch.noteActivity);
    return () => {
      watch.stop();
      endListening();
    };
  }, [userId, everyMinutes]);

  // The usage session is forgotten once the user signs out or turns the reminder off.
  useEffect(() => forgetUsage, []);

  return (
    shown && (
      <Suspense fallback={null}>
        <ReminderDialog usage={shown} onClose={() => setShown(undefined)} />
      </Suspense>
    )
  );
}
