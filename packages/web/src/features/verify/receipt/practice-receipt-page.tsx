import { useQuery } from "@tanstack/react-query";
import { PULL_SCALE } from "@veritick/domain/distribution.ts";
import { epochOf } from "@veritick/domain/epoch-times.ts";
import { GRID, MEAN_STATE } from "@veritick/domain/price.ts";
import { Link } from "wouter";
import { call } from "../../../api/client.ts";
import { browserPractice } from "../../../api/desk/practice.ts";
import type { PracticePosition } from "../../../api/desk/practice-book.ts";
import { useStore } from "../../../api/live/live.ts";
import { keyOf } from "../../../api/query.ts";
import { useTitle } from "../../../lib/browser.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { PageTitle, Quiet } from "../../../ui/primitives.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { PracticeFrame, PracticeHeader } from "../../practice/public.ts";
import { ReceiptCards } from "./receipt-view.tsx";
import styles from "./receipt.module.css";

/** The receipt of a practice position: the same as an account's, but without signatures and ledger entries. */
export function PracticeReceiptPage({ id }: { id: string }) {
  const { common } = useText();
  const text = useTextOf("later").practice.receipt;
  const position = useStore(browserPractice().book, ({ positions }) =>
    positions.find((each) => each.id === id),
  );
  useTitle(`${text.title} · ${common.product}`);
  return (
    <PracticeFrame>
      <PracticeHeader back={text.back} />
      <main id="content" tabIndex={-1} className={styles["page"]}>
        <PageTitle>{text.title}</PageTitle>
        {position === undefined ? (
          <EmptyState
            {...text.missing}
            action={
              <Link href="/practice" className={buttonClass("quiet")}>
                {text.back}
              </Link>
            }
          />
        ) : (
          <>
            <Quiet>{text.intro}</Quiet>
            <PracticeCards position={position} />
          </>
        )}
      </main>
    </PracticeFrame>
  );
}

/** Adds the public commitments of its hours to a practice position, for the cards of an account's receipt. */
function PracticeCards({ position }: { position: PracticePosition }) {
  const range = { from: epochOf(position.entryTick), to: epochOf(position.expiryTick) };
  const { data: epochs = [] } = useQuery({
    queryKey: [...keyOf("fairnessEpochs"), range],
    queryFn: ({ signal }) => call("fairnessEpochs", { query: range, signal }),
  });
  const barrier = {
    ...position.barrier,
    mean: String(MEAN_STATE),
    unit: "100000000",
    entryPrice: position.entryPrice,
    pullScale: String(PULL_SCALE),
    grid: String(GRID),
    result: position.barrierPrice,
  };
  return <ReceiptCards receipt={{ position, commitments: epochs, barrier }} />;
}
