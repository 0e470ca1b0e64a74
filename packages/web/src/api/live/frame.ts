const waiting = new Set<() => void>();

function drawAll() {
  const draws = [...waiting];
  waiting.clear();
  for (const draw of draws) draw();
}

/**
 * Calls `draw` with the next frame, once however often it is asked for. What a tick changes is written after the chart
 * has been drawn, which reads styles: the other way round it would make the browser work them out twice. A hidden page
 * draws nothing.
 */
export function drawInNextFrame(draw: () => void): void {
  if (waiting.size === 0) requestAnimationFrame(drawAll);
  waiting.add(draw);
}

export function forgetDraw(draw: () => void): void {
  waiting.delete(draw);
}
