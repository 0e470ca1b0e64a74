export {
  AdministratorRefusedError,
  listAdministrators,
  makeAdministrator,
  nameOf,
  resetAccess,
  revokeAdministrator,
} from "./console.ts";
export { adminRoutes, adminTasks } from "./routes.ts";
export { tellAdmins } from "./tell-admins.ts";
