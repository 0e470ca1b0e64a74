import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import type { SubmitEvent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, expect, test, vi } from "vitest";

vi.mock("../locales/text.ts", () => ({ useText: () => ({ common: { error: "Error" } }) }));
// An earlier file of this process may have loaded the module with the real texts.
vi.resetModules();
const { useFields, useForm } = await import("./use-form.ts");

afterAll(() => void vi.resetModules());

const event = { preventDefault() {}, stopPropagation() {} } as SubmitEvent;
const element = () => ({}) as HTMLFormElement;

/** Draws a component that uses the hook once, and returns what the hook returned. */
function draw<T>(useHook: () => T): T {
  const returned: T[] = [];
  const Drawn = ({ take }: { take: (value: T) => void }) => {
    take(useHook());
    return null;
  };
  const drawn = createElement(Drawn, { take: (value) => void returned.push(value) });
  renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, drawn));
  return returned[0]!;
}

/** Sends a form and has the page show `later` in its place before the answer comes. Returns what the form called. */
async function sendThenShow(later: (sent: HTMLFormElement) => HTMLFormElement | null): Promise<string[]> {
  const answer = Promise.withResolvers<string>();
  const settled = Promise.withResolvers<void>();
  const called: string[] = [];

  const options = {
    send: () => answer.promise,
    failed: "failed",
    onDone: (done: string) => called.push(done),
    onSettled: settled.resolve,
    onClose: () => called.push("closed"),
  };
  const form = draw(() => useForm(useFields(["amount"]), options));
  const sent = element();
  form.form.current = sent;
  form.attributes.onSubmit(event);
  form.form.current = later(sent);
  answer.resolve("done");
  await settled.promise;
  return called;
}

test("a form closes after its answer", async () => {
  expect(await sendThenShow((sent) => sent)).toEqual(["done", "closed"]);
});

test("a late answer closes neither a form that is gone nor the one opened after it", async () => {
  expect(await sendThenShow(() => null)).toEqual(["done"]);
  expect(await sendThenShow(element)).toEqual(["done"]);
});
