/** What does not fit its place in the page: runs in the browser. */
export function misfits(): string[] {
  const width = document.documentElement.clientWidth;
  const found = document.scrollingElement!.scrollWidth > width ? ["the page scrolls sideways"] : [];
  const all = [...document.querySelectorAll<HTMLElement>("body *")];
  // What is there for assistive technology alone takes no place.
  const unseen = all.filter((element) => getComputedStyle(element).clipPath === "inset(50%)");
  for (const element of all) {
    if (unseen.some((part) => part.contains(element))) continue;
    const box = element.getBoundingClientRect();
    const isSeen = box.width > 1 && box.height > 1 && element.checkVisibility({ visibilityProperty: true });
    if (!isSeen || element.closest("canvas, svg, [aria-hidden=true]") !== null) continue;
    const name = `${element.tagName} "${(element.innerText ?? "").slice(0, 40)}"`;
    if (box.right > width + 0.5 || box.left < -0.5) found.push(`${name} from ${box.left} to ${box.right}`);
    const { overflowX, textOverflow } = getComputedStyle(element);
    // An address is repeated below its field for being too long for it.
    const isCutOnPurpose = textOverflow === "ellipsis" || element.matches("input[name=address]");
    if (overflowX !== "visible" && !isCutOnPurpose && element.scrollWidth > element.clientWidth + 1) {
      found.push(`${name} cuts off or scrolls its content`);
    }
  }
  return found;
}
