import type { FairnessBeacon } from "@veritick/contract/schemas/fairness.ts";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { Link } from "wouter";
import { useQuery } from "@tanstack/react-query";
import { keyOf, useGet } from "../../../../api/query.ts";
import { useFairnessText } from "../../../../locales/text.ts";
import { InfoIcon } from "../../../../ui/icons.tsx";
import { call } from "../../../../api/client.ts";
import { Banner } from "../../../../ui/states.tsx";
import texts from "../fairness.module.css";
import styles from "./beacon-page.module.css";

/** Who runs a beacon, which decides what its random values are worth. */
export function runBy({ kind, chainHash }: Pick<FairnessBeacon, "kind" | "chainHash">) {
  if (kind === "local") return "local";
  return chainHash === QUICKNET.chainHash ? "quicknet" : "drand";
}

/** Tells the page that a link led there, which has gone: the focus moves on to the heading. */
export const FOLLOWED = "followed";

const HASH_DIGITS = 12;

/** Says wherever fairness is spoken of who can know prices ahead: calmly, but never left out. */
export function BeaconNote({ isLinked = true }: { isLinked?: boolean }) {
  const { beacon: text } = useFairnessText();
  const { data } = useGet("fairness");
  // As tall as the words that come, so that nothing below moves.
  if (data === undefined) return <p className={styles["note"]} />;
  const { beacon } = data;
  const by = runBy(beacon);
  return (
    <p className={styles["note"]}>
      <InfoIcon size={18} />
      <span>
        {by === "drand" ? text.note.drand(beacon.chainHash.slice(0, HASH_DIGITS)) : text.note[by]}{" "}
        {isLinked && (
          <Link href="/fairness/beacon" state={FOLLOWED} className={texts["inline"]}>
            {text.link}
          </Link>
        )}
      </span>
    </p>
  );
}

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
