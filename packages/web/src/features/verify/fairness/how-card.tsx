import type { Fairness, FairnessBeacon } from "@veritick/contract/schemas/fairness.ts";
import type { ReactNode } from "react";
import { epochOf } from "@veritick/domain/epochs.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { Caption, Stack } from "../../../ui/primitives.tsx";
import { BeaconNote } from "../beacon-notes.tsx";
import { pathOf } from "../../../api/client.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { CommandLine } from "../../../ui/copy-button.tsx";
import { DownloadIcon } from "../../../ui/icons.tsx";
import texts from "./fairness.module.css";
import styles from "./fairness-page.module.css";

/** A placeholder of the same length, so that nothing moves when the commitment arrives. */
const UNKNOWN = "0".repeat(64);
const MINUTE = 60;

type HowCardProps = {
  beacon: FairnessBeacon | undefined;
  commitment: { epoch: number; commitment: string } | undefined;
  prices: readonly number[] | undefined;
};

/** Explains how a price is made, with drawings of the data published now. */
export function HowCard({ beacon, commitment, prices = [] }: HowCardProps) {
  const { how } = useTextOf("fairness").pages;
  const hash = commitment?.commitment ?? UNKNOWN;
  return (
    <Card title={how.title}>
      <p className={texts["lead"]}>{how.lead}</p>
      <ol className={styles["steps"]}>
        <Step {...how.steps.seed} figure={<SeedFigure />} />
        <Step {...how.steps.sealed} figure={<SealedFigure hash={hash} />} />
        <Step
          title={how.steps.beacon.title}
          body={beacon === undefined ? "" : how.steps.beacon.body[beacon.kind](beacon.period)}
          figure={<BeaconFigure />}
        />
        <Step {...how.steps.price} figure={<PriceFigure prices={prices.slice(-MINUTE)} />} />
        <Step {...how.steps.opened} figure={<OpenedFigure />} />
        <Step {...how.steps.checked} figure={<CheckedFigure hash={hash} />} />
      </ol>
      <BeaconNote />
      <p className={texts["small"]}>{commitment && how.fingerprint(commitment.epoch)}</p>
    </Card>
  );
}

function Step({ title, body, figure }: { title: string; body: string; figure: ReactNode }) {
  return (
    <li className={styles["step"]}>
      <div className={styles["figure"]}>{figure}</div>
      <h3 className={styles["stepTitle"]}>{title}</h3>
      <Caption pretty>{body}</Caption>
    </li>
  );
}

/** Assistive technology skips the drawings, because the words beside them say the same. */
const frame = { viewBox: "0 0 176 88", "aria-hidden": true, className: styles["drawing"] } as const;

const HOURS = [12, 28, 44, 60, 76];

/** One secret gives a seed for each hour. */
function SeedFigure() {
  return (
    <svg {...frame}>
      {HOURS.map((y) => (
        <path key={y} d={`M31 44C80 44 84 ${y} 134 ${y}`} className={styles["hair"]} />
      ))}
      <circle cx="22" cy="44" r="9" className={styles["ring"]} />
      <circle cx="22" cy="44" r="3" className={styles["ink"]} />
      {HOURS.map((y) => (
        <circle
          key={y}
          cx="140"
          cy={y}
          r={y === 44 ? 6 : 3.5}
          className={y === 44 ? styles["seed"] : styles["ink"]}
        />
      ))}
    </svg>
  );
}

function SealedFigure({ hash }: { hash: string }) {
  return (
    <svg {...frame}>
      <circle cx="22" cy="44" r="14" className={styles["seal"]} />
      <circle cx="22" cy="44" r="6" className={styles["seed"]} />
      <path
        d={fingerprintBars(hash, { left: 50, width: 120, middle: 44, most: 28 })}
        className={styles["bars"]}
      />
    </svg>
  );
}

const PULSES = [24, 66, 108, 150];

/** Pulses at equal intervals, with the seconds that use each of them. */
function BeaconFigure() {
  return (
    <svg {...frame}>
      <path d="M6 60H170" className={styles["hair"]} />
      {PULSES.map((x, index) => (
        <path
          key={x}
          d={`M${x} 60V22`}
          className={index === PULSES.length - 1 ? styles["hair"] : styles["stroke"]}
        />
      ))}
      {PULSES.slice(0, -1).map((x) => (
        <circle key={x} cx={x} cy="18" r="5" className={styles["seed"]} />
      ))}
      <circle cx={PULSES.at(-1)} cy="18" r="5" className={styles["ring"]} />
      {PULSES.slice(0, -1).flatMap((x) =>
        [0, 14, 28].map((second) => (
          <circle key={x + second} cx={x + second} cy="60" r="2.5" className={styles["ink"]} />
        )),
      )}
    </svg>
  );
}

function PriceFigure({ prices }: { prices: readonly number[] }) {
  return (
    <svg {...frame}>
      <path d="M6 78H170" className={styles["hair"]} />
      <path d={minuteLine(prices, { left: 6, width: 158, top: 12, height: 56 })} className={styles["line"]} />
    </svg>
  );
}

function OpenedFigure() {
  return (
    <svg {...frame}>
      <path d="M6 44H170" className={styles["hair"]} />
      <path d="M96.5 54A20 20 0 1 1 96.5 34" className={styles["ring"]} />
      <circle cx="104" cy="44" r="6" className={styles["seed"]} />
      <path d="M120 44h36m-7-6 7 6-7 6" className={styles["stroke"]} />
    </svg>
  );
}

/** The published fingerprint above the equal fingerprint of the seed. */
function CheckedFigure({ hash }: { hash: string }) {
  const bars = { left: 6, width: 120, most: 14 };
  return (
    <svg {...frame}>
      <path d={fingerprintBars(hash, { ...bars, middle: 26 })} className={styles["bars"]} />
      <path d={fingerprintBars(hash, { ...bars, middle: 62 })} className={styles["bars"]} />
      <circle cx="152" cy="44" r="13" className={styles["ring"]} />
      <path d="M146 44.5l4.5 4.5 8-10" className={styles["stroke"]} />
    </svg>
  );
}

type Bars = { readonly left: number; readonly width: number; readonly middle: number; readonly most: number };

const round = (value: number) => Math.round(value * 10) / 10;

/** Draws a hash as bars around a middle line, one for each pair of digits. */
export function fingerprintBars(hash: string, { left, width, middle, most }: Bars): string {
  const bytes = hash.match(/[0-9a-f]{2}/g) ?? [];
  const apart = width / bytes.length;
  return bytes
    .map((byte, index) => {
      const half = 1.5 + (most - 1.5) * (Number.parseInt(byte, 16) / 255);
      return `M${round(left + (index + 0.5) * apart)} ${round(middle - half)}v${round(2 * half)}`;
    })
    .join("");
}

type Place = { readonly left: number; readonly width: number; readonly top: number; readonly height: number };

/** Draws prices from left to right as steps. Empty for fewer than two prices. */
export function minuteLine(prices: readonly number[], { left, width, top, height }: Place): string {
  if (prices.length < 2) return "";
  const low = Math.min(...prices);
  const spread = Math.max(Math.max(...prices) - low, 0.01);
  const x = (index: number) => round(left + (width * index) / (prices.length - 1));
  const y = (price: number) => round(top + height - ((price - low) / spread) * height);
  return prices
    .map((price, index) => (index === 0 ? `M${x(0)} ${y(price)}` : `H${x(index)}V${y(price)}`))
    .join("");
}

const FILE = "veritick-verify.mjs";

/** Explains how to check everything with a program that shares no code with these pages. */
export function AloneCard({ fairness }: { fairness: Fairness }) {
  const { alone } = useTextOf("fairness").pages;
  const { current, genesis } = fairness;
  // Before the first hour has ended the number is only an example.
  const epoch = Math.max(current.epoch - 1, epochOf(genesis.tick + 1));
  const site = `--url ${location.origin}`;
  return (
    <Card title={alone.title}>
      <p className={texts["lead"]}>{alone.body}</p>
      <p>
        <a href={`/${FILE}`} download className={buttonClass("quiet")}>
          <DownloadIcon size={18} />
          {alone.download}
        </a>
      </p>
      <p>{alone.commands}</p>
      <Stack as="ul" gap={3}>
        <Command what={alone.of.epoch} options={[`--epoch ${epoch}`, site]} />
        <Command what={alone.of.chain} options={["--chain", site]} />
        <Command what={alone.of.position} options={["--position veritick-receipt.json"]} />
        <Command
          what={alone.of.liabilities}
          options={["--liabilities veritick-liability-proof.json", "--email you@example.com", site]}
        />
      </Stack>
      <div>
        <h3 className={texts["sub"]}>{alone.raw}</h3>
        <ul className={texts["raw"]}>
          <Raw href={pathOf("fairness")}>{alone.rawLinks.fairness}</Raw>
          <Raw href={pathOf("fairnessEpochs")}>{alone.rawLinks.epochs}</Raw>
          <Raw href={pathOf("fairnessRounds")}>{alone.rawLinks.rounds}</Raw>
          <Raw href={pathOf("prices")}>{alone.rawLinks.prices}</Raw>
          <Raw href={pathOf("fairnessSale")}>{alone.rawLinks.sale}</Raw>
          <Raw href={pathOf("fairnessStatistics")}>{alone.rawLinks.statistics}</Raw>
        </ul>
      </div>
    </Card>
  );
}

function Command({ what, options }: { what: string; options: readonly string[] }) {
  const { alone } = useTextOf("fairness").pages;
  return (
    <li>
      <p className={texts["small"]}>{what}</p>
      <CommandLine parts={[`node ${FILE}`, ...options]} copyLabel={alone.copyCommand} />
    </li>
  );
}

function Raw({ href, children }: { href: string; children: string }) {
  return (
    <li>
      <a href={href} target="_blank" rel="noreferrer" className={texts["link"]}>
        {children}
      </a>
    </li>
  );
}
