// Separate from `public.ts`, so that the dashboard loads no form before a dialog shows one.
export { ConfirmFirst } from "./profile/confirm-first.tsx";
export { HelpLinks } from "./limits/help-links.tsx";
export { NewCodeForm } from "./profile/withdrawal-code-form.tsx";
export { StepUpPlace } from "./step-up/step-up-form.tsx";
