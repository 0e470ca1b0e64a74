import { useId } from "react";
import type { ReactNode } from "react";
import { AlertIcon } from "../icons.tsx";
import styles from "./field.module.css";

/** The attributes that connect a control to its label, hint and error. */
export type FieldControl = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

export type FieldProps = {
  label: ReactNode;
  /** A sign right after the label that explains it. */
  sign?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  aside?: ReactNode;
  children: (control: FieldControl) => ReactNode;
};

export function Field({ label, sign, hint, error, aside, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = error !== undefined || hint !== undefined;
  return (
    <div className={styles["field"]}>
      <div className={styles["head"]}>
        <span className={styles["name"]}>
          <label htmlFor={id} className={styles["label"]}>
            {label}
          </label>
          {sign}
        </span>
        {aside}
      </div>
      {children({
        id,
        "aria-describedby": hasNote ? noteId : undefined,
        "aria-invalid": error === undefined ? undefined : true,
      })}
      <FieldNote id={noteId} hint={hint} error={error} />
    </div>
  );
}

/** The line below a control: its hint, or what is wrong. */
export function FieldNote({ id, hint, error }: { id: string } & Pick<FieldProps, "hint" | "error">) {
  return (
    <div id={id} className={styles["note"]} data-error={error === undefined ? undefined : true} role="status">
      {error === undefined ? (
        hint
      ) : (
        <>
          <AlertIcon size={14} />
          {error}
        </>
      )}
    </div>
  );
}

type BesideFieldProps = {
  /** The width of the window from which there are fields beside it: 640 or 1024 px. */
  from?: "medium" | "wide";
  children: ReactNode;
};

/** Buttons beside fields, in line with their boxes. Below that width they stand below the fields. */
export function BesideField({ from = "medium", children }: BesideFieldProps) {
  return (
    <div className={styles["beside"]} data-from={from}>
      {children}
    </div>
  );
}
