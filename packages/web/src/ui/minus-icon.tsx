import { Icon } from "./icon.tsx";
import type { IconProps } from "./icon.tsx";

/** In a file of its own: few pages need it, and the other icons come with every page. */
export const MinusIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5 12h14" />
  </Icon>
);
