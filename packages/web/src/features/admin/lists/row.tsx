import { createContext, useContext, useId, useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useAdminText } from "../../../locales/text.ts";
import { ChevronRightIcon } from "../../../ui/icons.tsx";
import styles from "./row.module.css";
import { useKeptFocus } from "../../../lib/focus.ts";
import { UserHistory } from "./user-history.tsx";

type RowProps = {
  userId: string;
  email: string;
  /** Beside the e-mail. */
  badges?: ReactNode;
  /** Below the e-mail. */
  note?: ReactNode;
  figure: ReactNode;
  detail?: ReactNode;
  actions: ReactNode;
  /** Below the row, over its whole width. */
  more?: ReactNode;
  /** It cannot be acted on any more. */
  isOver: boolean;
  /** False where it is to be looked at all the same. */
  isQuiet?: boolean;
};

/** True on the page of one user, where no row need say whose it is. */
export const IsOfOneUser = createContext(false);

/** One row of any list: whose it is, what it is about, what can be done. Their history opens below, their page beyond. */
export function Row({
  userId,
  email,
  badges,
  note,
  figure,
  detail,
  actions,
  more,
  isOver,
  isQuiet = true,
}: RowProps) {
  const { user } = useAdminText();
  const id = useId();
  const keptFocus = useKeptFocus();
  const [isOpen, setOpen] = useState(false);
  const isOfOneUser = useContext(IsOfOneUser);
  return (
    <li
      {...keptFocus}
      tabIndex={-1}
      className={styles["row"]}
      data-over={(isOver && isQuiet) || undefined}
      data-request={detail !== undefined || undefined}
      data-plain={isOfOneUser || undefined}
    >
      <div className={styles["who"]}>
        {(!isOfOneUser || badges) && (
          <div className={styles["line"]}>
            {!isOfOneUser && (
              <span className={styles["name"]}>
                <button
                  type="button"
                  className={styles["toggle"]}
                  aria-expanded={isOpen}
                  aria-controls={isOpen ? id : undefined}
                  aria-label={user.show(email)}
                  data-tip={user.show(email)}
                  onClick={() => setOpen(!isOpen)}
                >
                  <ChevronRightIcon size={16} />
                </button>
                <Link href={`/admin/users/${userId}`} className={styles["email"]}>
                  {email}
                </Link>
              </span>
            )}
            {badges}
          </div>
        )}
        {note !== undefined && <p className={styles["note"]}>{note}</p>}
      </div>
      <div className={styles["figure"]}>{figure}</div>
      {detail !== undefined && <div className={styles["detail"]}>{detail}</div>}
      <div className={styles["actions"]}>{actions}</div>
      {more}
      {isOpen && (
        <div id={id} className={styles["more"]}>
          <UserHistory userId={userId} />
        </div>
      )}
    </li>
  );
}
