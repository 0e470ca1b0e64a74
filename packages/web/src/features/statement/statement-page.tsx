import { Link, useLocation, useSearch } from "wouter";
import { useCurrentUser } from "../../lib/current-user.ts";
import { useLightPrint } from "../../lib/use-light-print.ts";
import { useTitle } from "../../lib/use-title.ts";
import { useLaterText, useText } from "../../locales/text.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ProfileMenu } from "../profile/public.ts";
import { CsvLink } from "./csv-link.tsx";
import { readFilters, writeFilters } from "./filters.ts";
import type { Filters } from "./filters.ts";
import { StatementFilters } from "./statement-filters.tsx";
import { StatementList } from "./statement-list.tsx";
import styles from "./statement-page.module.css";

/** Every movement of the balance. What is filtered is kept in the address, so that it can be reloaded and shared. */
export function StatementPage() {
  const { common } = useText();
  const { statement } = useLaterText();
  const user = useCurrentUser();
  const [path, navigate] = useLocation();
  const filters = readFilters(new URLSearchParams(useSearch()));
  useTitle(`${statement.title} · ${common.product}`);
  useLightPrint();
  if (!user) return null;

  function change(next: Filters) {
    const query = writeFilters(next);
    navigate(query === "" ? path : `${path}?${query}`, { replace: true });
  }

  return (
    <>
      <PageHeader
        start={
          <Link href="/dashboard" asChild>
            <BackLink label={statement.back}>{common.dashboard}</BackLink>
          </Link>
        }
      >
        <ProfileMenu email={user.email} />
      </PageHeader>
      <main id="content" tabIndex={-1} className={styles["page"]}>
        <div className={styles["head"]}>
          <h1 className={styles["title"]}>{statement.title}</h1>
          <CsvLink filters={filters} />
          <p className={styles["intro"]}>{statement.intro}</p>
        </div>
        <StatementFilters filters={filters} onChange={change} />
        <StatementList filters={filters} />
      </main>
    </>
  );
}
