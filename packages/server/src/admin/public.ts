// What the composition root and the commands use of the administration.
export {
  AdministratorRefusedError,
  listAdministrators,
  makeAdministrator,
  nameOf,
  resetAdministrator,
  revokeAdministrator,
} from "./console.ts";
export { adminRoutes, adminTasks } from "./routes.ts";
