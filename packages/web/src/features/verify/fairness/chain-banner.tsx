import { chainMemory } from "../../../api/chain/browser-chain.ts";
import type { ChainNews } from "../../../api/chain/chain-memory.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Banner } from "../../../ui/states.tsx";
import { Button, TextLink } from "../../../ui/button.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Lead, Row, Stack } from "../../../ui/primitives.tsx";
import { PublishedCode } from "./evidence.tsx";
import styles from "./fairness.module.css";

const TONES = {
  swapped: "bad",
  unproven: "warn",
  restarted: "info",
  behind: "bad",
  stalled: "warn",
} as const;

/** Stays at the top of the page until the user acknowledges it. */
export function ChainBanner({ news: { kind, noted, found } }: { news: ChainNews }) {
  const { watch } = useTextOf("fairness").pages;
  const heads = [
    { name: watch.seen(noted.epoch), head: noted.head },
    { name: watch.now(found.epoch), head: found.head },
  ];
  return (
    <section data-screen-only className={styles["banner"]} aria-label={watch.label} data-kind={kind}>
      <Banner tone={TONES[kind]} live>
        <Stack gap={3}>
          <div>
            <Lead as="strong">{watch[kind]}</Lead>
            <p>{watch[`${kind}Hint`]}</p>
          </div>
          <Facts look="columns">
            {heads.map(({ name, head }) => (
              <Fact key={name} name={name} isWhole>
                <PublishedCode name={name} code={head} />
              </Fact>
            ))}
          </Facts>
          <Row gap={[2, 4]} align="center">
            <Button variant="quiet" onClick={chainMemory.acknowledge}>
              {watch.acknowledge}
            </Button>
            <TextLink href="/fairness#commitments">{watch.details}</TextLink>
          </Row>
        </Stack>
      </Banner>
    </section>
  );
}
