import { useMemo } from "react";
import { encode } from "uqr";
import styles from "./copy-button.module.css";

/** A QR code; dark on white in both themes, because many wallets read nothing else. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { size, path } = useMemo(() => draw(value), [value]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      className={styles["qr"]}
    >
      <path d={path} className={styles["modules"]} />
    </svg>
  );
}

function draw(value: string) {
  const { size, data } = encode(value, { ecc: "M", border: 2 });
  const modules = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")));
  return { size, path: modules.join("") };
}
