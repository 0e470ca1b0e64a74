import { expect, it } from "vitest";
import { vitalPageOf } from "./vitals.ts";

it.each([
  ["/", "home"],
  ["/dashboard", "dashboard"],
  ["/positions/01a20913-21f5-7000-8000-013fcec394a1", "positions"],
  ["/admin/users/01a20913-21f5-7000-8000-013fcec394a1", "admin"],
  ["/somebody@example.com", "other"],
])("reports %s as %s", (path, page) => {
  expect(vitalPageOf(path)).toBe(page);
});
