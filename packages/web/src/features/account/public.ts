export { AccountHeader, ProfileMenu } from "./profile/profile-menu.tsx";
export { announceSecurity, SecurityNews } from "./profile/security-news.tsx";

export { askForProof, useIsProofWanted, withProof } from "./step-up/step-up.ts";

export { BlockedPlace, TermsPlace } from "./legal/legal-parts.tsx";
export { LimitsLink, PausePlace, ReminderPlace, useUnlessPaused } from "./limits/later-parts.tsx";
export { refreshLimits, setLimit } from "./limits/limits-query.ts";
