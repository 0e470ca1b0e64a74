import { Icon } from "./icon.tsx";
import type { IconProps } from "./icon.tsx";

/** Apart from the others because only a menu that is loaded later shows it. */
export const ShieldIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 3.5 5 6v5.5c0 4.3 2.8 7.4 7 9 4.2-1.6 7-4.7 7-9V6l-7-2.5Z" />
    <path d="m9 11.8 2.2 2.2 4-4.3" />
  </Icon>
);
