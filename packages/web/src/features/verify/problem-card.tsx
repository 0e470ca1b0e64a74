import { useFairnessText, useText } from "../../locales/text.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { Problem } from "./use-check.ts";

type ProblemCardProps = {
  problem: Problem;
  /** Whether something that was found before is still shown. */
  isStale: boolean;
  onRetry: () => void;
};

/** Why there is nothing new to show, and what can be done about it. */
export function ProblemCard({ problem, isStale, onRetry }: ProblemCardProps) {
  const { common } = useText();
  const { verify } = useFairnessText();
  const words = verify.problems[problem];
  if (isStale) {
    return (
      <Banner tone="warn" live>
        {verify.staleProblem} {words.title}.
      </Banner>
    );
  }
  const canRetry = problem === "no-answer" || problem === "no-worker";
  const retry = canRetry && (
    <Button variant="quiet" onClick={onRetry}>
      {common.retry}
    </Button>
  );
  return (
    <div role="alert">
      <EmptyState {...words} action={retry} />
    </div>
  );
}
