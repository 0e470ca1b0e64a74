/**
 * A page translator puts elements of its own in the place of text nodes. React does not notice: it would write on into a text
 * that is out of sight, and fail when it removes one (facebook/react#11538). So a text of React's returns to its place before
 * React changes anything there. Translators see that and translate it again.
 */

type Place = { parent: Node; before: Node | null; after: Node | null; standIn: Node | undefined };

/** The last places of React's texts that something else took away. */
const places = new WeakMap<Node, Place>();
/** The texts that a translator's node stands for. Translators join neighbours. */
const behind = new WeakMap<Node, readonly Node[]>();

/** The texts that React has removed itself. They stay away. */
const gone = new WeakSet<Node>();

/** React keeps a field of its own in every node that it makes, except in an element's only text, which it writes anew. */
const isReacts = (node: Node): boolean => Object.keys(node).some((key) => key.startsWith("__reactFiber$"));

/** Call it once, before React draws. */
export function surviveTranslators(): void {
  const { insertBefore, removeChild } = Node.prototype;
  const observer = new MutationObserver(note);
  observer.observe(document.documentElement, { childList: true, subtree: true });

  function note(records: MutationRecord[]): void {
    for (const record of records) {
      if (record.type === "childList") notePlaces(record);
      // React has written into a text that nobody sees.
      else if (!record.target.isConnected) putBack(record.target);
    }
  }

  function notePlaces({ target, addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord) {
    for (const node of removedNodes) {
      const isText = node.nodeType === Node.TEXT_NODE && !gone.has(node) && isReacts(node);
      const texts = behind.get(node) ?? (isText ? [node] : []);
      if (node.parentNode === target || texts.length === 0) continue;
      const near = [...addedNodes, previousSibling, nextSibling].filter(
        (each) => each !== null && each.parentNode === target && !isReacts(each),
      );
      const standIn = near.find((each) => each !== null && !behind.has(each)) ?? near[0] ?? undefined;
      for (const text of texts) {
        places.set(text, { parent: target, before: previousSibling, after: nextSibling, standIn });
        observer.observe(text, { characterData: true });
      }
      behind.delete(node);
      if (standIn !== undefined) behind.set(standIn, [...(behind.get(standIn) ?? []), ...texts]);
    }
  }

  function putBack(text: Node): void {
    const place = places.get(text);
    if (place === undefined || text.parentNode === place.parent) return;
    const { parent, before, after, standIn } = place;
    if (standIn?.parentNode === parent) {
      for (const each of behind.get(standIn) ?? [text]) insertBefore.call(parent, each, standIn);
      behind.delete(standIn);
      removeChild.call(parent, standIn);
    } else {
      const next = before?.parentNode === parent ? before.nextSibling : after;
      insertBefore.call(parent, text, next?.parentNode === parent ? next : null);
    }
  }

  function settle(node: Node): void {
    note(observer.takeRecords());
    putBack(node);
  }

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode !== this && isReacts(child)) {
      settle(child);
      // A translator may also have moved an element. It goes from where it is.
      if (child.parentNode !== this) return child.parentNode?.removeChild(child) ?? child;
    }
    if (child.nodeType === Node.TEXT_NODE) gone.add(child);
    return removeChild.call(this, child) as T;
  };

  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    let place = next;
    if (next !== null && next.parentNode !== this && isReacts(next)) {
      settle(next);
      while (place !== null && place.parentNode !== this) place = place.parentNode;
    }
    return insertBefore.call(this, node, place) as T;
  };
}
