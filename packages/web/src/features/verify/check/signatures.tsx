import { useFormat } from "../../../lib/format.ts";
import { useFairnessText } from "../../../locales/text.ts";
import { Progress } from "../../../ui/progress.tsx";
import type { Step } from "@veritick/domain/verify/step.ts";
import type { Signatures } from "./check-signatures.ts";

/** The progress of checking the beacon's signatures, which takes most of the time of a check. */
export function SignaturesProgress({ done, all }: Signatures) {
  const { signatures } = useFairnessText().verify;
  const format = useFormat();
  return (
    <Progress
      mood="busy"
      share={done / all}
      title={signatures.title}
      body={signatures.done(format.number(done), format.number(all))}
      isCounting
    />
  );
}

/** Returns the number of the faulty round that a step about rounds found. */
export function roundAtFault({ name, found }: Pick<Step, "name" | "found">): string | undefined {
  return name === "rounds" ? /^round (\d+)$/.exec(found ?? "")?.[1] : undefined;
}
