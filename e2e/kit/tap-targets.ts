/** Controls that a thumb would miss, or that lie on each other: runs in the browser. */
export function tapFaults(): string[] {
  const SMALLEST = 24;
  const MAIN = 44;
  const open = document.querySelector("[role=menu], [role=alertdialog], [role=dialog]");
  const controls = [
    ...(open ?? document).querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, [role=tab], [role=menuitem], [role=menuitemradio], [role=radio]",
    ),
  ];
  const found: string[] = [];
  const nameOf = (element: Element) =>
    `${element.tagName} "${(element.getAttribute("aria-label") ?? (element as HTMLElement).innerText ?? "").slice(0, 30)}"`;

  /** What scrolls under a bar that stays is not in its way: only what moves together is compared. */
  const layerOf = (element: Element): Element | null => {
    for (let each: Element | null = element; each !== null; each = each.parentElement) {
      if (/fixed|sticky/.test(getComputedStyle(each).position)) return each;
    }
    return null;
  };

  /** Some reach further than what is drawn of them. */
  const sizeOf = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    const after = getComputedStyle(element, "::after");
    if (after.content === "none" || after.position !== "absolute") return { width, height };
    return {
      width: Math.max(width, Number.parseFloat(after.width)),
      height: Math.max(height, Number.parseFloat(after.height)),
    };
  };

  /** The part of it that is not scrolled out of sight. */
  const seenPartOf = (element: Element) => {
    let { left, right, top, bottom } = element.getBoundingClientRect();
    for (let each = element.parentElement; each !== null; each = each.parentElement) {
      if (getComputedStyle(each).overflowY === "visible") continue;
      const frame = each.getBoundingClientRect();
      left = Math.max(left, frame.left);
      right = Math.min(right, frame.right);
      top = Math.max(top, frame.top);
      bottom = Math.min(bottom, frame.bottom);
    }
    return { left, right, top, bottom };
  };

  const places = controls.flatMap((control) => {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: false })) return [];
    // A box that is drawn by its label is tapped there.
    const isMark = control.matches("input[type=radio], input[type=checkbox]");
    const target = (isMark ? control.closest("label") : null) ?? control;
    const box = target.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) return [];
    // A link within a sentence is as high as its line.
    const isInText =
      getComputedStyle(target).display === "inline" &&
      target.parentElement!.innerText.length > target.innerText.length + 20;
    const { width, height } = sizeOf(target);
    if (!isInText && (width < SMALLEST - 0.5 || height < SMALLEST - 0.5)) {
      found.push(`${nameOf(target)} is only ${width} by ${height} px`);
    }
    if (control.matches("[type=submit]") && box.height < MAIN - 0.5) {
      found.push(`${nameOf(target)} sends a form and is only ${box.height} px high`);
    }
    return [{ target, box: seenPartOf(target), layer: layerOf(target) }];
  });

  for (const [index, one] of places.entries()) {
    for (const other of places.slice(index + 1)) {
      if (one.layer !== other.layer) continue;
      if (one.target.contains(other.target) || other.target.contains(one.target)) continue;
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (across > 1 && down > 1) found.push(`${nameOf(one.target)} lies on ${nameOf(other.target)}`);
    }
  }
  return found;
}
