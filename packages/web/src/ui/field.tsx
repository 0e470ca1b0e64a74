import { useId } from "react";
import type { ReactNode } from "react";
import { AlertIcon } from "./icons.tsx";
import styles from "./field.module.css";

/** What a control needs so that label, hint and error belong to it. */
export type FieldControl = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  aside?: ReactNode;
  children: (control: FieldControl) => ReactNode;
};

export function Field({ label, hint, error, aside, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = error !== undefined || hint !== undefined;
  return (
    <div className={styles["field"]}>
      <div className={styles["head"]}>
        <label htmlFor={id} className={styles["label"]}>
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        "aria-describedby": hasNote ? noteId : undefined,
        "aria-invalid": error === undefined ? undefined : true,
      })}
      <div
        id={noteId}
        className={styles["note"]}
        data-error={error === undefined ? undefined : true}
        role="status"
      >
        {error === undefined ? (
          hint
        ) : (
          <>
            <AlertIcon size={14} />
            {error}
          </>
        )}
      </div>
    </div>
  );
}
