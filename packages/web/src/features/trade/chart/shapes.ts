/** No position is drawn narrower than this, in pixels. */
export const LEAST_WIDTH = 6;

/** What the drawing is put together from. Sizes are in CSS pixels. */
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

/** A filled circle with a ring around it. */
export function drawDot(context: Canvas, x: number, y: number, radius: number, fill: string, ring: string) {
  fillCircle(context, x, y, radius, fill);
  context.strokeStyle = ring;
  context.lineWidth = 2;
  context.stroke();
}

/** A triangle that points up or down, ringed so that it stands out from the line it lies on. */
export function drawArrowhead(
  context: Canvas,
  x: number,
  y: number,
  { isUp, fill, ring }: { isUp: boolean; fill: string; ring: string },
): void {
  const away = isUp ? -1 : 1;
  context.beginPath();
  context.moveTo(x, y + 6 * away);
  context.lineTo(x + 5.5, y - 4 * away);
  context.lineTo(x - 5.5, y - 4 * away);
  context.closePath();
  context.lineJoin = "round";
  context.lineWidth = 3;
  context.strokeStyle = ring;
  context.stroke();
  context.fillStyle = fill;
  context.fill();
}

/** The end of a position: a disc with a tick where it won, a ring with a cross where it lost. */
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
