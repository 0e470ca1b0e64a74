import { parseFormAmount } from "@veritick/domain/money.ts";
import { useMemo } from "react";
import { ApiError } from "../../api/api-error.ts";
import type { Desk, Guard } from "../../api/desk/desk.ts";
import { browserPractice } from "../../api/desk/practice.ts";
import { useStore } from "../../api/live/live.ts";
import { chosenLanguage } from "../../lib/preferences.ts";
import { laterTextIn } from "../../locales/text.ts";
import { PracticeTopUp } from "./practice-top-up.tsx";

const GUARD: Guard = { isPaused: false, isMaintenance: false, unlessPaused: (open) => open(), notice: null };
const retry = () => undefined;

const useBook = () => useStore(browserPractice().book, (book) => book);

/** The desk of practice, which calls nothing. */
export const practiceDesk: Desk = {
  kind: "practice",
  useBalance: () => useBook().balance,
  usePositions() {
    const { positions } = useBook();
    return useMemo(() => ({ positions, hasFailed: false, retry }), [positions]);
  },
  useWaiting: () => useBook().waiting,
  useGuard: () => GUARD,
  async order({ type, amount, duration }) {
    const stake = parseFormAmount(amount);
    if (stake === undefined) throw new RangeError(`not an amount: ${amount}`);
    const taken = browserPractice().order({ type, stake, duration });
    if (typeof taken !== "string") return taken;
    // As the server would say it.
    const message = laterTextIn(chosenLanguage()).practice.refusals[taken];
    throw new ApiError(409, taken, JSON.stringify({ code: taken, message }));
  },
  fetchBefore: () => Promise.resolve([]),
  TopUp: PracticeTopUp,
  pathOf: ({ id }) => `/practice/positions/${id}`,
};
