import { Link } from "wouter";
import { chainMemory } from "../../../api/chain/browser-chain.ts";
import type { ChainNews } from "../../../api/chain/chain-memory.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Banner } from "../../../ui/states.tsx";
import { Button } from "../../../ui/button.tsx";
import { CodeLine, LongCode } from "../../../ui/copy-button.tsx";
import texts from "./fairness.module.css";

const TONES = {
  swapped: "bad",
  unproven: "warn",
  restarted: "info",
  behind: "bad",
  stalled: "warn",
} as const;

/** Stays at the top of the page until the user acknowledges it. */
export function ChainBanner({ news: { kind, noted, found } }: { news: ChainNews }) {
  const { pages } = useTextOf("fairness");
  const { watch } = pages;
  const heads = [
    { name: watch.seen(noted.epoch), head: noted.head },
    { name: watch.now(found.epoch), head: found.head },
  ];
  return (
    <section data-screen-only className={texts["banner"]} aria-label={watch.label} data-kind={kind}>
      <Banner tone={TONES[kind]} live>
        <strong className={texts["bannerTitle"]}>{watch[kind]}</strong>
        <p>{watch[`${kind}Hint`]}</p>
        <dl className={texts["bannerHeads"]}>
          {heads.map(({ name, head }) => (
            <div key={name}>
              <dt>{name}</dt>
              <CodeLine as="dd">
                <LongCode code={head} copyLabel={pages.copy(name)} />
              </CodeLine>
            </div>
          ))}
        </dl>
        <div className={texts["bannerActions"]}>
          <Button variant="quiet" onClick={chainMemory.acknowledge}>
            {watch.acknowledge}
          </Button>
          <Link href="/fairness#commitments" className={texts["link"]}>
            {watch.details}
          </Link>
        </div>
      </Banner>
    </section>
  );
}
