import { Redirect, Route, Switch } from "wouter";
import { useCurrentUser } from "../api/current-user.ts";
import { lazyPart } from "../lib/lazy-part.ts";
import { withAdminText, withLaterText } from "../locales/text.ts";
import { preloadDialog } from "../ui/overlay/dialog.tsx";

const AdminPage = lazyPart(async () => {
  // Its decisions are asked for in dialogs.
  preloadDialog();
  return { default: (await withAdminText(import("../features/admin/overview/admin-page.tsx"))).AdminPage };
});
const AttentionPage = lazyPart(async () => {
  preloadDialog();
  const page = import("../features/admin/attention/attention-page.tsx");
  return { default: (await withAdminText(page)).AttentionPage };
});
const ExposurePage = lazyPart(async () => {
  const page = import("../features/admin/exposure/exposure-page.tsx");
  return { default: (await withAdminText(page)).ExposurePage };
});
const AuditPage = lazyPart(async () => ({
  default: (await withAdminText(import("../features/admin/audit/audit-page.tsx"))).AuditPage,
}));
const UserPage = lazyPart(async () => {
  preloadDialog();
  const page = import("../features/admin/user/user-page.tsx");
  return { default: (await withLaterText(withAdminText(page))).UserPage };
});
const PositionPage = lazyPart(async () => {
  const page = import("../features/admin/user/position-page.tsx");
  return { default: (await withLaterText(withAdminText(page))).PositionPage };
});
const AccessDeniedPage = lazyPart(async () => ({
  default: (await import("./access-denied-page.tsx")).AccessDeniedPage,
}));

const PATHS = [
  "/admin",
  "/admin/attention",
  "/admin/exposure",
  "/admin/audit",
  "/admin/users/:id",
  "/admin/positions/:id",
];

/** The administration is not even loaded for anybody but administrators. */
export function AdminRoute() {
  return useCurrentUser()?.isAdmin === true ? <AdminPages /> : <Denied />;
}

function AdminPages() {
  return (
    <Switch>
      <Route path="/admin" component={AdminPage} />
      <Route path="/admin/attention" component={AttentionPage} />
      <Route path="/admin/exposure" component={ExposurePage} />
      <Route path="/admin/audit" component={AuditPage} />
      <Route path="/admin/users/:id">{({ id }) => <UserPage key={id} id={id} />}</Route>
      <Route path="/admin/positions/:id">{({ id }) => <PositionPage key={id} id={id} />}</Route>
      <Elsewhere />
    </Switch>
  );
}

function Denied() {
  return (
    <Switch>
      {PATHS.map((path) => (
        <Route key={path} path={path} component={AccessDeniedPage} />
      ))}
      <Elsewhere />
    </Switch>
  );
}

function Elsewhere() {
  return (
    <Route>
      <Redirect to="/" replace />
    </Route>
  );
}
