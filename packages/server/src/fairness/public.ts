// What the composition root uses of fairness.
export { fairnessRoutes } from "./routes.ts";
