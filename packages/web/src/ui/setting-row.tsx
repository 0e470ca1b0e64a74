import { Children } from "react";
import type { ReactNode } from "react";
import { Caption, Row } from "./primitives.tsx";
import styles from "./setting-row.module.css";

type SettingRowProps = {
  name: ReactNode;
  badge?: ReactNode;
  /** What is known of it, in a few words each. */
  notes?: ReactNode;
  /** The buttons that change it. */
  action?: ReactNode;
  /** More about it, over the whole width. */
  children?: ReactNode;
};

/** One of a person's own things in `Lines`: a setting, a device, a key. */
export function SettingRow({ name, badge, notes, action, children }: SettingRowProps) {
  return (
    <li className={styles["row"]}>
      <Row gap={[1, 2]} align="center" className={styles["name"]}>
        {typeof name === "string" ? <span>{name}</span> : name}
        {badge}
      </Row>
      {notes !== undefined && (
        <Caption loose className={styles["notes"]}>
          {Children.map(notes, (note) => note && <span>{note}</span>)}
        </Caption>
      )}
      {action && (
        <Row gap={3} className={styles["action"]}>
          {action}
        </Row>
      )}
      {children && <div className={styles["more"]}>{children}</div>}
    </li>
  );
}
