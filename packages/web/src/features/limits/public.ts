export { HelpLinks } from "./help-links.tsx";
export { LimitsLink, PausedDialog } from "./later-parts.ts";
export { LimitsCard } from "./limits-card.tsx";
export { refreshLimits } from "./limits-query.ts";
export { PausePlace } from "./pause-place.tsx";
export { ReminderPlace } from "./reminder-place.tsx";
export { usePause } from "./use-pause.ts";
