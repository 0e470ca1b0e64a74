import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { epochOf } from "@veritick/domain/epochs.ts";
import { pathOf } from "../../../api/client.ts";
import { useFairnessText } from "../../../locales/text.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CommandLine } from "../../../ui/copy-button.tsx";
import { DownloadIcon } from "../../../ui/icons.tsx";
import { Stack } from "../../../ui/primitives.tsx";
import texts from "./fairness.module.css";

const FILE = "veritick-verify.mjs";

/** How to check everything with a program that shares no code with these pages. */
export function AloneCard({ fairness }: { fairness: Fairness }) {
  const { alone } = useFairnessText().pages;
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
          <Raw href={pathOf("fairnessStatistics")}>{alone.rawLinks.statistics}</Raw>
        </ul>
      </div>
    </Card>
  );
}

function Command({ what, options }: { what: string; options: readonly string[] }) {
  const { alone } = useFairnessText().pages;
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
