export const LEAST_WIDTH = 6;

type Canvas = CanvasRenderingContext2D;

export function drawLine(context: Canvas, x1: number, y1: number, x2: number, y2: number): void {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

export function fillCircle(context: Canvas, x: number, y: number, radius: number, fill: string): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
}

/** Lines by colour. All lines of one colour share one stroke, because a stroke costs a tick as much time as many lines. */
export type Lines = Map<string, Path2D>;

export function addLine(lines: Lines, colour: string, x1: number, y1: number, x2: number, y2: number): void {
  let path = lines.get(colour);
  if (path === undefined) lines.set(colour, (path = new Path2D()));
  path.moveTo(x1, y1);
  path.lineTo(x2, y2);
}

export function strokeLines(context: Canvas, lines: Lines): void {
  for (const [colour, path] of lines) {
    context.strokeStyle = colour;
    context.stroke(path);
  }
}

const fonts = new WeakMap<Canvas, string>();
const widths = new WeakMap<Canvas, Map<string, number>>();

/** Sets the font only if it changes, because the browser computes styles each time that it is set. */
export function setFont(context: Canvas, asked: string): void {
  if (fonts.get(context) === asked) return;
  context.font = asked;
  fonts.set(context, asked);
  widths.delete(context);
}

/** Call this after a canvas was resized, which resets its font. */
export function forgetFont(context: Canvas | null): void {
  if (context !== null) fonts.delete(context);
}

const MOST_WIDTHS = 500;

/** Returns the width of a text, from a cache: nearly all labels are the same as a tick before. */
export function widthOf(context: Canvas, text: string): number {
  let known = widths.get(context);
  if (known === undefined) widths.set(context, (known = new Map<string, number>()));
  const before = known.get(text);
  if (before !== undefined) return before;
  const { width } = context.measureText(text);
  if (known.size >= MOST_WIDTHS) known.clear();
  // Until the font is loaded, the browser measures another one in its place.
  if (document.fonts?.status !== "loading") known.set(text, width);
  return width;
}

export function drawDot(context: Canvas, x: number, y: number, radius: number, fill: string, ring: string) {
  fillCircle(context, x, y, radius, fill);
  context.strokeStyle = ring;
  context.lineWidth = 2;
  context.stroke();
}

export type Arrowhead = {
  readonly x: number;
  readonly y: number;
  readonly isUp: boolean;
  readonly fill: string;
};

const triangle = (away: number) => {
  const path = new Path2D();
  path.moveTo(0, 6 * away);
  path.lineTo(5.5, -4 * away);
  path.lineTo(-5.5, -4 * away);
  path.closePath();
  return path;
};
let triangles: { readonly up: Path2D; readonly down: Path2D } | undefined;

/** Draws triangles, ringed so that they stand out from the lines below them. */
export function drawArrowheads(context: Canvas, heads: readonly Arrowhead[], ring: string): void {
  triangles ??= { up: triangle(-1), down: triangle(1) };
  context.lineJoin = "round";
  context.lineWidth = 3;
  context.strokeStyle = ring;
  const at = { x: 0, y: 0 };
  for (const { x, y, isUp, fill } of heads) {
    const shape = isUp ? triangles.up : triangles.down;
    context.translate(x - at.x, y - at.y);
    Object.assign(at, { x, y });
    context.stroke(shape);
    context.fillStyle = fill;
    context.fill(shape);
  }
  context.translate(-at.x, -at.y);
  context.lineJoin = "miter";
}

/** Draws the end of a position: a disc with a check mark for a win, a ring with a cross for a loss. */
export function drawResult(
  context: Canvas,
  x: number,
  y: number,
  { won, colour, surface }: { won: boolean; colour: string; surface: string },
): void {
  fillCircle(context, x, y, 9, surface);
  drawDot(context, x, y, 7, won ? colour : surface, colour);
  context.strokeStyle = won ? surface : colour;
  context.lineCap = "round";
  context.lineJoin = "round";
  if (won) {
    context.beginPath();
    context.moveTo(x - 3, y + 0.3);
    context.lineTo(x - 0.8, y + 2.5);
    context.lineTo(x + 3.2, y - 2.4);
    context.stroke();
  } else {
    drawLine(context, x - 2.3, y - 2.3, x + 2.3, y + 2.3);
    drawLine(context, x - 2.3, y + 2.3, x + 2.3, y - 2.3);
  }
  context.lineCap = "butt";
  context.lineJoin = "miter";
}
