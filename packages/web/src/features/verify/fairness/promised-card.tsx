import type { Fairness, TermsOfEpochs } from "@veritick/contract/schemas/fairness.ts";
import { EPOCH_TICKS } from "@veritick/domain/epochs.ts";
import { useFormat } from "../../../lib/format.ts";
import { useExactTime } from "../../../lib/use-exact-time.ts";
import { useFairnessText } from "../../../locales/text.ts";
import { Badge, Num } from "../../../ui/primitives.tsx";
import { Card, Disclosure, Fact, Facts } from "../../../ui/card.tsx";
import { CodeLine, LongCode } from "../../../ui/copy-button.tsx";
import texts from "./fairness.module.css";

/** As many earlier terms as are shown. */
const MOST_EARLIER = 2;

/** Shows which terms hold now, which are promised to follow and from when, newest first. */
export function PromisedCard({ fairness }: { fairness: Fairness }) {
  const { promised } = useFairnessText().pages;
  const { inFull } = useExactTime();
  const { termsByEpoch, current, chain } = fairness;
  const inForce = termsByEpoch.findLastIndex(({ fromEpoch }) => fromEpoch <= current.epoch);
  const shown = termsByEpoch.slice(Math.max(0, inForce - MOST_EARLIER));
  const isChanging = inForce < termsByEpoch.length - 1;
  const stateOf = (each: TermsOfEpochs) =>
    each.fromEpoch > current.epoch ? "promised" : each === termsByEpoch[inForce] ? "now" : "earlier";
  return (
    <Card title={promised.title}>
      <p className={texts["lead"]}>{promised.lead}</p>
      {!isChanging && <p>{promised.unchanged(inFull((chain.epoch + 1) * EPOCH_TICKS))}</p>}
      <ul>
        {[...shown].reverse().map((each) => (
          <li key={each.fromEpoch} className={texts["item"]}>
            <TermsOf terms={each} state={stateOf(each)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

type TermsOfProps = { terms: TermsOfEpochs; state: "promised" | "now" | "earlier" };

function TermsOf({
  terms: { fromEpoch, text: signed, hash, houseEdge, winRule, terms },
  state,
}: TermsOfProps) {
  const { pages } = useFairnessText();
  const text = pages.promised;
  const format = useFormat();
  const { inFull } = useExactTime();
  const from = inFull(fromEpoch * EPOCH_TICKS);
  return (
    <>
      <p className={texts["itemName"]}>
        <Badge tone={state === "promised" ? "warn" : "neutral"}>{text.state[state]}</Badge>
        <span className={texts["small"]}>{state === "promised" ? text.from(from) : text.since(from)}</span>
      </p>
      <Facts dense>
        <Fact name={text.houseEdge}>
          {winRule === "barrier" ? <Num>{format.chance(houseEdge)}</Num> : text.playMoney}
        </Fact>
        <Fact name={text.multipliers}>
          <Num>{terms.map(({ multiplier }) => format.times(multiplier)).join(" · ")}</Num>
        </Fact>
      </Facts>
      <Disclosure summary={text.text} isDense>
        <pre className={texts["termsText"]} translate="no">
          {signed}
        </pre>
      </Disclosure>
      <CodeLine>
        <LongCode code={hash} copyLabel={pages.copy(text.hash)} />
      </CodeLine>
    </>
  );
}
