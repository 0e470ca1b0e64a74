import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { faultOfReceived } from "@veritick/domain/verify/received-step.ts";
import { useState } from "react";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useMarketTerms } from "../../../api/market/use-market-terms.ts";
import { findReceived } from "../../../api/received-answers.ts";
import { useExactTime } from "../../../lib/use-exact-time.ts";
import { useLaterText } from "../../../locales/text.ts";
import styles from "./receipt-page.module.css";

/** When the answer to the order came to this browser, and what that shows. Only the owner's browser can have noted it. */
export function ReceivedPart({ receipt: { position, promise } }: { receipt: PositionReceipt }) {
  const text = useLaterText().receipt.promise.received;
  const { inFull } = useExactTime();
  const isOwn = useCurrentUser()?.id === position.userId;
  const beacon = useMarketTerms().market?.beacon;
  const [received] = useState(() => findReceived(position));
  if (!isOwn || beacon === undefined || position.round === null) return null;

  function words(round: number, times: NonNullable<typeof beacon>): string {
    if (received === undefined) return text.none;
    if (received.signature !== promise?.signature) return text.other;
    const atMs = Date.parse(received.at);
    return text[faultOfReceived(atMs, round, times) ?? "right"](inFull(Math.floor(atMs / 1000)));
  }
  return (
    <div>
      <h3 className={styles["promisePart"]}>{text.title}</h3>
      <p className={styles["promiseIntro"]}>{words(position.round, beacon)}</p>
    </div>
  );
}
