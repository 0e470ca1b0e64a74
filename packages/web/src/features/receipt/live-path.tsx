import { useRef } from "react";
import type { PositionPrices } from "./position-prices.ts";
import { useDrawn } from "./use-drawn.ts";

type LivePathProps = { prices: PositionPrices; path: () => string; className: string | undefined };

/** A line of a drawing that grows with the price. */
export function LivePath({ prices, path, className }: LivePathProps) {
  const element = useRef<SVGPathElement>(null);
  useDrawn(prices, () => {
    const next = path();
    if (element.current && element.current.getAttribute("d") !== next)
      element.current.setAttribute("d", next);
  });
  return <path ref={element} className={className} />;
}
