import { Suspense } from "react";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { useGet } from "../../../api/query.ts";
import { withLaterText } from "../../../locales/text.ts";
import { newsOf } from "./security-banner.tsx";

const SecurityBanner = lazyPart(async () => ({
  default: (await withLaterText(import("./security-banner.tsx"))).SecurityBanner,
}));

/** The place of a notice about the account's safety, which is loaded only where there is something to tell. */
export function SecurityNews() {
  const { data } = useGet("getSecurity");
  const news = data ? newsOf(data) : [];
  return news.length > 0 ? (
    <Suspense fallback={null}>
      <SecurityBanner news={news} />
    </Suspense>
  ) : null;
}
