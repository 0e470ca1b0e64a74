// The frame of the public pages, for other features.
export { PublicPage } from "./fairness/public-page.tsx";
