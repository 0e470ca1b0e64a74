import { useRef } from "react";
import type { ComponentProps } from "react";
import { Num } from "../../ui/primitives.tsx";
import { useFollow, writeText } from "./follow.ts";
import { useLive } from "./live.ts";
import type { LivePrice } from "./live.ts";

type LiveTextProps = Omit<ComponentProps<"span">, "children" | "ref"> & {
  text: (price: LivePrice) => string;
};

/** Text made from the live price. A tick writes to the one text node and commits nothing. */
export function LiveText({ text, ...rest }: LiveTextProps) {
  const { price } = useLive();
  const cell = useRef<HTMLSpanElement>(null);
  useFollow(price, (value) => writeText(cell.current, text(value)));
  return <Num {...rest} ref={cell} />;
}
