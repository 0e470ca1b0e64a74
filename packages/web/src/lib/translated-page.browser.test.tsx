import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { surviveTranslators } from "./translated-page.ts";

surviveTranslators();

/** Puts a translator's elements in the place of a text. Translators run beside the page, so they do not call its functions. */
function translate(text: Node): void {
  const words = document.createElement("font");
  words.textContent = text.textContent!.toUpperCase();
  (text as ChildNode).replaceWith(words);
}

const Line = ({ price, hasNews = false }: { price: string; hasNews?: boolean }) => (
  <p>
    {price}
    {hasNews && "news"}
  </p>
);

test("a text that React has removed stays away, and one beside it goes on", async () => {
  const { rerender } = await render(<Line price="one" />);
  const line = page.getByRole("paragraph").element();
  translate(line.firstChild!);
  expect(line.textContent).toBe("ONE");
  await rerender(<Line price="one" hasNews />);
  await rerender(<Line price="one" />);
  for (const price of ["two", "three"]) {
    await rerender(<Line price={price} />);
    await expect.poll(() => line.textContent).toBe(price);
    translate(line.firstChild!);
  }
});
