import { Suspense, useState } from "react";
import { lazyPart } from "../lib/lazy-part.ts";
import type { DialogProps } from "./dialog-view.tsx";

const load = () => import("./dialog-view.tsx");
const DialogView = lazyPart(async () => ({ default: (await load()).DialogView }));

/** Fetches what draws dialogs before one is opened, for instance while a pointer is on its way to a button. */
export function preloadDialog() {
  load().catch(() => undefined);
}

/** A modal dialog. What draws it is loaded with the first one that opens. */
export function Dialog(props: DialogProps) {
  const [needed, setNeeded] = useState(props.open);
  if (props.open && !needed) setNeeded(true);
  return needed ? (
    <Suspense fallback={null}>
      <DialogView {...props} />
    </Suspense>
  ) : null;
}
