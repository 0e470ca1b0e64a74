// Separate from the rest, so that no dashboard loads code that only a page of results uses.
export { browserZone } from "./zone.ts";
export { PeriodChoice, ResultsMain, ResultsView, USUAL_PERIOD } from "./results/results-view.tsx";
export type { Period } from "./results/results-view.tsx";
