import type { FairnessBeacon } from "@veritick/contract/schemas/fairness.ts";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { Link } from "wouter";
import { useGet } from "../../../../api/query.ts";
import { useFairnessText } from "../../../../locales/text.ts";
import { InfoIcon } from "../../../../ui/icons.tsx";
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
