// What the composition root uses of the administration.
export { createOperator } from "./create-operator.ts";
export { adminRoutes } from "./routes.ts";
