import { expect, it } from "vitest";
import * as z from "zod/mini";
import { PUSH_EXAMPLES } from "./push-examples.ts";
import { push } from "../schemas/pushes.ts";
import { webhookEvent } from "../schemas/webhooks.ts";
import { WEBHOOK_EXAMPLES } from "./webhook-examples.ts";

it.each(Object.entries(PUSH_EXAMPLES))(
  "the example of %s matches its schema and has no other field",
  (type, example) => {
    expect(example.type).toBe(type);
    expect(z.parse(push, example)).toEqual(example);
  },
);

it("there is an example of every message", () => {
  const types = push._zod.def.options.map((option) =>
    z.parse(z.string(), [...option.shape.type._zod.values][0]),
  );
  expect(Object.keys(PUSH_EXAMPLES).toSorted()).toEqual(types.toSorted());
});

it.each(Object.entries(WEBHOOK_EXAMPLES))(
  "the example of the webhook %s matches its schema and has no other field",
  (type, example) => {
    expect(example.type).toBe(type);
    expect(z.parse(webhookEvent, example)).toEqual(example);
  },
);
