// The frame of the public pages, for those of other features.
export { PublicPage } from "./fairness/public-page.tsx";
