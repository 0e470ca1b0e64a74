// Separate from `public-forms.ts`, so that the dashboard loads no styles of the profile.
import { useFresh } from "../../api/query.ts";

export { PasskeysCard } from "./profile/passkeys-card.tsx";
export { TwoStepCard } from "./profile/two-step/two-step-card.tsx";
export const usePasskeys = () => useFresh("listPasskeys");
export const useSecurity = () => useFresh("getSecurity");
