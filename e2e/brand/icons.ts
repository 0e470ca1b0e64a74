import { MARK, markSvg } from "../../packages/web/src/ui/logo-mark.ts";

/** The dark theme's colours: icons look the same everywhere. */
export const COLOURS = {
  ground: "#090d13",
  tile: "#10161f",
  line: "#232d3c",
  text: "#eaeff6",
  quiet: "#9dabbd",
  accent: "#e2c48b",
  buy: "#4ddcc0",
};

export const mark = markSvg({ barrier: COLOURS.quiet, price: COLOURS.text, touch: COLOURS.accent });

/** Draws the mark on its tile. `corner` is the tile's radius, `inset` the room around the mark, both in units of 32. */
function tile(corner: number, inset = 0): string {
  const from = -inset;
  const size = MARK.size + 2 * inset;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${from} ${from} ${size} ${size}" fill="none">
  <rect x="${from}" y="${from}" width="${size}" height="${size}" rx="${corner}" fill="${COLOURS.tile}" />
  ${mark}
</svg>
`;
}

export const FAVICON = tile(7);

/** The drawing and the width in pixels, by file name. */
export const PNG_ICONS: Record<string, { svg: string; size: number }> = {
  "favicon-48.png": { svg: FAVICON, size: 48 },
  "icon-192.png": { svg: FAVICON, size: 192 },
  "icon-512.png": { svg: FAVICON, size: 512 },
  // Operating systems cut these to shape.
  "apple-touch-icon.png": { svg: tile(0, 2), size: 180 },
  "icon-maskable-512.png": { svg: tile(0, 5.5), size: 512 },
};
