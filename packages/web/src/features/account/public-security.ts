// Separate from `public-forms.ts`, so that the dashboard loads no styles of the profile.
export { PasskeysCard } from "./profile/passkeys-card.tsx";
export { usePasskeys, useSecurity } from "./profile/security-query.ts";
export { TwoStepCard } from "./profile/two-step/two-step-card.tsx";
