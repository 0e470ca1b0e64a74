import { Fragment } from "react";
import type { ReactElement } from "react";

type IconProps = { size?: number; className?: string | undefined };

/**
 * Makes an icon from shapes; a text is the data of a path. Icons are decoration beside a word or inside a labelled button,
 * so they are hidden from assistive technology.
 */
export function icon(...shapes: (string | ReactElement)[]) {
  return function Icon({ size = 20, className }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={size <= 14 ? 2.5 : 1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className={className}
      >
        {shapes.map((shape, index) => (
          <Fragment key={index}>{typeof shape === "string" ? <path d={shape} /> : shape}</Fragment>
        ))}
      </svg>
    );
  };
}

export const ArrowUpIcon = icon("M12 20V4.5M5 11l7-7 7 7");
export const ArrowDownIcon = icon("M12 4v15.5M5 13l7 7 7-7");
export const CheckIcon = icon("M4.5 12.5l5 5 10-11");
export const SunIcon = icon(
  <circle cx="12" cy="12" r="4" />,
  "M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
);
export const MoonIcon = icon("M20 14.2A8.2 8.2 0 0 1 9.8 4a8.2 8.2 0 1 0 10.2 10.2Z");
export const AlertIcon = icon("M12 4 2.8 19.5h18.4L12 4Z", "M12 10v4.5M12 17.2v.1");
export const InfoIcon = icon(<circle cx="12" cy="12" r="8.5" />, "M12 11v5M12 7.8v.1");
export const ArrowLeftIcon = icon("M20 12H4.5M11 5l-7 7 7 7");
export const CloseIcon = icon("M6 6l12 12M18 6L6 18");
