export { CurrentPassword } from "./profile/current-password.tsx";
export { describeAgent } from "./profile/describe-agent.ts";
export { NewCodeForm } from "./profile/withdrawal-code-form.tsx";
export { AccountHeader, ProfileMenu } from "./profile/profile-menu.tsx";
export { SecurityNews } from "./profile/security-news.tsx";
export { announceSecurity } from "./profile/security-news.tsx";

export { askForProof, useIsProofWanted, withProof } from "./step-up/step-up.ts";
export { StepUpPlace } from "./step-up/step-up-form.tsx";

export { HelpLinks } from "./limits/help-links.tsx";
export { LimitsLink, PausePlace, ReminderPlace, useUnlessPaused } from "./limits/later-parts.tsx";
export { refreshLimits } from "./limits/limits-query.ts";
