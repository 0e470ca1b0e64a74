import * as Primitive from "@radix-ui/react-dropdown-menu";
import { startTransition, useRef, useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "../primitives.tsx";
import { CheckIcon } from "../icons.tsx";
import { ChevronRightIcon } from "../more-icons.tsx";
import styles from "./menu.module.css";

type Items = { children: ReactNode };

/** A menu that opens from `trigger`. It is not modal: the page behind keeps scrolling. */
export function Menu({
  trigger,
  initiallyOpen = false,
  children,
}: Items & { trigger: ReactElement; initiallyOpen?: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(initiallyOpen);

  /** A menu that mounted open may have taken the focus from a button that is gone. */
  function keepFocus() {
    if (document.activeElement === document.body) button.current?.focus();
  }

  return (
    // The browser first draws the pressed button, and then the menu.
    <Primitive.Root modal={false} open={isOpen} onOpenChange={(next) => startTransition(() => setOpen(next))}>
      <Primitive.Trigger ref={button} asChild>
        {trigger}
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          className={styles["content"]}
          align="end"
          sideOffset={8}
          collisionPadding={12}
          onCloseAutoFocus={keepFocus}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

export function MenuItem({ icon, onSelect, children }: Items & { icon?: ReactNode; onSelect: () => void }) {
  return (
    <Primitive.Item className={styles["item"]} onSelect={onSelect}>
      {icon}
      <span className={styles["text"]}>{children}</span>
    </Primitive.Item>
  );
}

export function MenuSub({ icon, label, children }: Items & { icon?: ReactNode; label: string }) {
  return (
    <Primitive.Sub>
      <Primitive.SubTrigger className={styles["item"]}>
        {icon}
        <span className={styles["text"]}>{label}</span>
        <ChevronRightIcon size={16} />
      </Primitive.SubTrigger>
      <Primitive.Portal>
        <Primitive.SubContent
          className={classNames(styles["content"], styles["sub"])}
          sideOffset={2}
          collisionPadding={4}
        >
          {children}
        </Primitive.SubContent>
      </Primitive.Portal>
    </Primitive.Sub>
  );
}

type MenuChoicesProps<T extends string> = {
  value: T;
  onChange: (value: T) => void;
  options: readonly { value: T; label: string }[];
};

/** One of several options. The current one has a tick. */
export function MenuChoices<T extends string>({ value, onChange, options }: MenuChoicesProps<T>) {
  return (
    <Primitive.RadioGroup value={value} onValueChange={(next) => onChange(next as T)}>
      {options.map((option) => (
        <Primitive.RadioItem key={option.value} value={option.value} className={styles["item"]}>
          <span className={styles["text"]}>{option.label}</span>
          <Primitive.ItemIndicator>
            <CheckIcon size={16} />
          </Primitive.ItemIndicator>
        </Primitive.RadioItem>
      ))}
    </Primitive.RadioGroup>
  );
}

export function MenuNote({ children }: Items) {
  return <Primitive.Label className={styles["note"]}>{children}</Primitive.Label>;
}

export function MenuSeparator() {
  return <Primitive.Separator className={styles["separator"]} />;
}
