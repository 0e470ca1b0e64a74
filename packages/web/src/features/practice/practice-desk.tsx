import { parseFormAmount } from "@veritick/domain/money.ts";
import { useMemo } from "react";
import { ApiError } from "../../api/client.ts";
import type { Desk, Guard } from "../../api/desk/desk.ts";
import { browserPractice } from "../../api/desk/practice.ts";
import { useStore } from "../../api/live/live.ts";
import { chosenLanguage } from "../../lib/preferences.ts";
import type { LaterMessages } from "../../locales/messages.ts";
import { textOf, useTextOf } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { Banner } from "../../ui/states.tsx";

const GUARD: Guard = { isPaused: false, isMaintenance: false, unlessPaused: (open) => open(), notice: null };
const refetch = () => undefined;

const useBook = () => useStore(browserPractice().book, (book) => book);

/** Returns a refusal as the server would send it. */
function refusalOf(code: keyof LaterMessages["practice"]["refusals"], proceeds?: string): ApiError {
  const message = textOf("later", chosenLanguage()).practice.refusals[code];
  return new ApiError(409, code, JSON.stringify({ code, message, proceeds }));
}

export const practiceDesk: Desk = {
  kind: "practice",
  useBalance: () => useBook().balance,
  usePositions() {
    const { positions } = useBook();
    return useMemo(() => ({ data: positions, isError: false, refetch }), [positions]);
  },
  useWaiting: () => useBook().waiting,
  useGuard: () => GUARD,
  async order({ type, amount, duration }) {
    const stake = parseFormAmount(amount);
    if (stake === undefined) throw new RangeError(`not an amount: ${amount}`);
    const taken = browserPractice().order({ type, stake, duration });
    if (typeof taken !== "string") return taken;
    throw refusalOf(taken);
  },
  async sell(sale) {
    const answer = await browserPractice().sell(sale);
    if ("refused" in answer) throw refusalOf(answer.refused, answer.proceeds);
    return answer;
  },
  fetchBefore: () => Promise.resolve([]),
  TopUp: PracticeTopUp,
  pathOf: ({ id }) => `/practice/positions/${id}`,
};

function PracticeTopUp({ isEmpty }: { isEmpty: boolean }) {
  const { practice } = useTextOf("later");
  if (!isEmpty) return null;
  return (
    <Banner
      tone="info"
      action={
        <Button variant="quiet" onClick={() => browserPractice().restart()}>
          {practice.restart}
        </Button>
      }
    >
      {practice.emptyBalance} {practice.restartAsk}
    </Banner>
  );
}
