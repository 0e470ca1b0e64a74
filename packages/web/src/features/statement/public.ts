export { isDay, isWrongWayRound, selectionOf } from "./filters.ts";
