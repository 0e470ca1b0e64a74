export { announceSecurity } from "./profile/security-notice.ts";
export { CurrentPassword } from "./profile/current-password.tsx";
export { describeAgent } from "./profile/describe-agent.ts";
export { ProfileMenu } from "./profile/profile-menu.tsx";
export { SecurityNews } from "./profile/security-news.tsx";

export { HelpLinks } from "./limits/help-links.tsx";
export { LimitsLink, PausedDialog } from "./limits/later-parts.ts";
export { LimitsCard } from "./limits/limits-card.tsx";
export { refreshLimits } from "./limits/limits-query.ts";
export { PausePlace } from "./limits/pause-place.tsx";
export { ReminderPlace } from "./limits/pause-place.tsx";
export { usePause } from "./limits/pause-place.tsx";
