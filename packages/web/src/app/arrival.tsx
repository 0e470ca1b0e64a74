import { useEffect } from "react";

/** Where the person was before. A browser itself tells of the page that a visit begins with. */
let shownPath: string | undefined;

/** Stands behind a page, and takes the focus and the ear to it once it is there. */
export function Arrival({ path }: { path: string }) {
  useEffect(() => {
    const isNew = shownPath !== undefined && shownPath !== path;
    shownPath = path;
    if (isNew) import("./arrive.ts").then(({ arrive }) => arrive()).catch(() => undefined);
  }, [path]);
  return null;
}
