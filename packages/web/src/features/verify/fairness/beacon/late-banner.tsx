import { useQuery } from "@tanstack/react-query";
import { call } from "../../../../api/client.ts";
import { keyOf } from "../../../../api/query.ts";
import { useFairnessText } from "../../../../locales/text.ts";
import { Banner } from "../../../../ui/states/banner.tsx";

const ASKED_MS = 5_000;

/** Says why no price comes any more, where it is the beacon that keeps it back. Asked for only while none comes. */
export function LateBanner({ isOld }: { isOld: boolean }) {
  const { late: text } = useFairnessText().beacon;
  const { data } = useQuery({
    queryKey: [...keyOf("fairness"), "state"],
    queryFn: async ({ signal }) => (await call("fairness", { signal })).beacon,
    enabled: isOld,
    refetchInterval: ASKED_MS,
  });
  if (!isOld || data === undefined || data.state === "live") return null;
  return (
    <Banner tone="warn" live>
      {data.state === "late" && data.kind === "local" ? text.lateOwn : text[data.state]}
    </Banner>
  );
}
