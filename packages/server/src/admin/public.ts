// The exports of the administration for the composition root and the commands.
export {
  AdministratorRefusedError,
  listAdministrators,
  makeAdministrator,
  nameOf,
  resetAccess,
  revokeAdministrator,
} from "./console.ts";
export { adminRoutes, adminTasks } from "./routes.ts";
