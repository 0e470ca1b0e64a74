import { lazyPart } from "../lib/lazy-part.ts";
import { useCurrentUser } from "../lib/current-user.ts";
import { withAdminText } from "../locales/text.ts";
import { preloadDialog } from "../ui/dialog.tsx";

const AdminPage = lazyPart(async () => {
  // Its decisions are asked for in dialogs.
  preloadDialog();
  return { default: (await withAdminText(import("../features/admin/admin-page.tsx"))).AdminPage };
});
const AccessDeniedPage = lazyPart(async () => ({
  default: (await import("../features/admin/access-denied-page.tsx")).AccessDeniedPage,
}));

/** The administration is not even loaded for anybody but administrators. */
export function AdminRoute() {
  return useCurrentUser()?.isAdmin === true ? <AdminPage /> : <AccessDeniedPage />;
}
