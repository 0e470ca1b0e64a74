import type { BrowserContext } from "@playwright/test";

/** "replaced": the original text leaves the page, as in Chrome and Edge. "wrapped": it moves into the translator's element. */
export type Translator = "replaced" | "wrapped";

/**
 * Handles every text of every page as a page translator does, and each later text too, with the same words. Real translators
 * leave out what says `translate="no"`; this one does not.
 */
export async function translatePages(context: BrowserContext, how: Translator): Promise<void> {
  await context.addInitScript((way) => {
    const make = () => document.createElement("font");
    const handle = (text: Text): void => {
      if (text.data.trim() === "" || text.parentElement?.closest("font, script, style, noscript, head"))
        return;
      const outer = make();
      const inner = outer.appendChild(make());
      // One sentence is often several texts. Translators join them.
      const texts = [text];
      for (let next = text.nextSibling; next instanceof Text; next = next.nextSibling) texts.push(next);
      text.before(outer);
      if (way === "wrapped") return inner.append(...texts);
      inner.append(texts.map(({ data }) => data).join(""));
      for (const each of texts) each.remove();
    };
    const handleAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Text[] = root instanceof Text ? [root] : [];
      while (walker.nextNode()) found.push(walker.currentNode as Text);
      for (const text of found) if (text.isConnected) handle(text);
    };
    const observer = new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records)
        for (const node of type === "characterData" ? [target] : addedNodes) handleAll(node);
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  }, how);
}
