// Apart from the rest, so that no dashboard loads what only a page of results draws.
export {
  browserZone,
  PeriodChoice,
  ResultsMain,
  ResultsView,
  USUAL_PERIOD,
} from "./results/results-view.tsx";
export type { Period } from "./results/results-view.tsx";
