import { Suspense, useState } from "react";
import { lazyPart } from "../../lib/lazy-part.ts";
import { Boundary } from "../boundary.tsx";
import { useShownNotice } from "./notice-store.ts";

const NoticeView = lazyPart(async () => (await import("./notice-view.tsx")).NoticeView);

/** The place of notices. Their code loads with the first one, so that a first visit does not pay for it. */
export function Notices() {
  const notice = useShownNotice();
  const [needed, setNeeded] = useState(false);
  if (notice && !needed) setNeeded(true);
  return needed ? (
    <Suspense fallback={null}>
      {/* A notice that breaks must not take the next ones with it. */}
      <Boundary look="none" of={notice?.id}>
        <NoticeView notice={notice} />
      </Boundary>
    </Suspense>
  ) : null;
}
