import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { isDescribed } from "../endpoint.ts";
import { errorWords } from "../errors.ts";
import { endpoints } from "./endpoints.ts";
import { openApiDocument } from "./openapi.ts";

type Json = { [key: string]: any };
const document = openApiDocument("1.2.3") as Json;
const operations = endpoints.map((endpoint) => ({
  name: `${endpoint.method} ${endpoint.path}`,
  endpoint,
  operation: document["paths"][endpoint.path]?.[endpoint.method.toLowerCase()] as Json,
}));

/** Yields every object in the document with the path that leads to it. */
function* objectsIn(value: unknown, path = "#"): Generator<[path: string, object: Json]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Json];
  for (const [key, child] of Object.entries(value)) yield* objectsIn(child, `${path}/${key}`);
}

function resolve(reference: string): unknown {
  const steps = reference.replace(/^#\//, "").split("/");
  return steps.reduce<unknown>(
    (at, step) => (at as Json | undefined)?.[step.replaceAll("~1", "/").replaceAll("~0", "~")],
    document,
  );
}

const JSON_SCHEMA_TYPES = ["null", "boolean", "object", "array", "number", "string", "integer"];

describe("the OpenAPI document", () => {
  it("is JSON of version 3.1 with the parts that must be there", () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(document["openapi"]).toMatch(/^3\.1\.\d$/);
    expect(document["info"]).toMatchObject({ title: expect.any(String), version: "1.2.3" });
    expect(Object.keys(document).toSorted()).toEqual([
      "components",
      "info",
      "openapi",
      "paths",
      "servers",
      "webhooks",
    ]);
  });

  it("holds every call once and nothing else", () => {
    const described = Object.entries(document["paths"] as Json).flatMap(([path, item]) =>
      Object.keys(item as Json).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
    expect(new Set(described).size).toBe(described.length);
  });

  it("refers only to its own parts", () => {
    const references = [...objectsIn(document)].filter(([, object]) => typeof object["$ref"] === "string");
    expect(references.length).toBeGreaterThan(endpoints.length);
    for (const [path, { $ref }] of references)
      expect(resolve($ref as string), `${path} -> ${$ref}`).toBeTypeOf("object");
    for (const [path, object] of objectsIn(document)) {
      for (const foreign of ["$schema", "$id", "$defs", "definitions", "nullable"])
        expect(object, path).not.toHaveProperty(foreign);
    }
  });

  it("uses only types that JSON Schema has, and requires only properties that exist", () => {
    for (const [path, { type, properties, required }] of objectsIn(document["paths"])) {
      if (typeof type === "string") expect(JSON_SCHEMA_TYPES, path).toContain(type);
      if (Array.isArray(required))
        expect(Object.keys(properties), path).toEqual(expect.arrayContaining(required));
    }
  });

  it("allows no body a field that its call does not know", () => {
    const bodies = operations.filter(({ endpoint }) => isDescribed(endpoint.body));
    expect(bodies.length).toBeGreaterThan(30);
    for (const { name, operation } of bodies) {
      const { schema } = operation["requestBody"].content["application/json"] as Json;
      expect(schema, name).toHaveProperty("additionalProperties", false);
    }
  });

  it("says who may get a payment without a user", () => {
    const { operation } = operations.find(({ name }) => name === "POST /api/admin/attention/{id}/credit")!;
    const { schema } = operation["requestBody"].content["application/json"] as Json;
    for (const word of ["id", "e-mail", "`house:unclaimed`"])
      expect(schema["properties"].to.description).toContain(word);
  });

  it("has the security schemes that its operations name", () => {
    for (const { operation, endpoint } of operations) {
      const asked = (operation["security"] as Json[]).flatMap(Object.keys);
      const schemes = { public: [], user: ["session"], admin: ["session"], provider: ["signature"] };
      const takesKey = endpoint.audience === "user" && endpoint.scope !== undefined;
      expect(asked).toEqual([...schemes[endpoint.audience], ...(takesKey ? ["key"] : [])]);
      for (const scheme of asked) expect(document["components"].securitySchemes).toHaveProperty(scheme);
    }
  });
});

describe.each(operations.map(({ name, endpoint, operation }) => [name, endpoint, operation] as const))(
  "%s",
  (_name, endpoint, operation) => {
    it("has its parameters and no others", () => {
      const parameters = operation["parameters"] as Json[];
      const inPath = parameters.filter((parameter) => parameter["in"] === "path");
      expect(inPath.map((parameter) => parameter["name"])).toEqual(
        [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]),
      );
      expect(inPath.every((parameter) => parameter["required"] === true)).toBe(true);
      expect(parameters.every((parameter) => typeof parameter["schema"] === "object")).toBe(true);
      expect(parameters.some((parameter) => parameter["in"] === "query")).toBe(isDescribed(endpoint.query));
      expect(parameters.some((parameter) => parameter["name"] === "Idempotency-Key")).toBe(
        endpoint.idempotent,
      );
    });

    it("has its body, its reply and each of its refusals", () => {
      expect(operation["requestBody"] !== undefined).toBe(isDescribed(endpoint.body));
      if (isDescribed(endpoint.body)) {
        expect(operation["requestBody"].content["application/json"].schema).toMatchObject({ type: "object" });
      }
      const responses = operation["responses"] as Json;
      for (const response of Object.values(responses)) {
        expect(response).toMatchObject({
          description: expect.any(String),
          content: {
            [response === responses[String(endpoint.status)]
              ? (endpoint.streams ?? "application/json")
              : "application/json"]: {
              schema: expect.any(Object),
            },
          },
        });
      }
      expect(responses).toHaveProperty(String(endpoint.status));
      const expected = [
        ...endpoint.refusals,
        ...(["user", "admin"].includes(endpoint.audience) ? (["not_signed_in"] as const) : []),
        ...(endpoint.idempotent ? (["idempotency_mismatch", "idempotency_running"] as const) : []),
        "too_many_requests" as const,
      ];
      for (const code of expected) {
        expect(responses[errorWords[code].status]?.description).toContain(`\`${code}\``);
      }
    });

    it("says in words what it does", () => {
      expect(operation["summary"]).toMatch(/^[A-Z].{5,}/);
      expect(operation["tags"]).toEqual([expect.any(String)]);
    });
  },
);

it("has no fault that Redocly's rules for such documents find", async () => {
  const config = await createConfig({
    extends: ["recommended"],
    rules: {
      // `/api/withdrawals/addresses/{id}` takes another method than `/{id}/cancel`.
      "no-ambiguous-paths": "off",
    },
  });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, config, absoluteRef: "/openapi.json" });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
  const broken = source.replaceAll('"operationId":"login"', '"operationId":"register"');
  expect(await lintFromString({ source: broken, config, absoluteRef: "/openapi.json" })).toHaveLength(1);
});

it("describes a shape once, however many replies hold it", () => {
  const { schemas } = document["components"] as Json;
  expect(Object.keys(schemas as Json)).toEqual(
    expect.arrayContaining(["CurrentUser", "Deposit", "Position"]),
  );
  const reply = (path: string, method: string, status: number) =>
    document["paths"][path][method].responses[status].content["application/json"].schema as Json;
  expect(reply("/api/auth/login", "post", 200)).toEqual({ $ref: "#/components/schemas/CurrentUser" });
  expect(JSON.stringify(reply("/api/trading/positions", "get", 200))).toContain(
    "#/components/schemas/Position",
  );
});
