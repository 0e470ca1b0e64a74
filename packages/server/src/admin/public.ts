// What the composition root uses of the administration.
export { adminRoutes } from "./routes.ts";
