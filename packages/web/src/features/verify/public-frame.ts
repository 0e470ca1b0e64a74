export { PublicPage } from "./fairness/public-page.tsx";
