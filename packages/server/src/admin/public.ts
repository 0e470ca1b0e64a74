// What operations and the composition root use of the administration.
export { adminRoutes } from "./routes.ts";
export { lockAccount } from "./users.ts";
