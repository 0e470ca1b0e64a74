import * as z from "zod/mini";
import { errorReply, isDescribed } from "../endpoint.ts";
import type { Audience, Endpoint } from "../endpoint.ts";
import { errorWords } from "../errors.ts";
import type { ErrorCode } from "../errors.ts";
import { webhookEvent } from "../schemas/webhooks.ts";
import { endpoints, shapes } from "./endpoints.ts";

type Json = Record<string, unknown>;

/** The names of the shapes in replies: `Position`. */
const replyShapes = z.registry<{ id: string }>();
for (const [name, shape] of Object.entries(shapes))
  replyShapes.add(shape, { id: name[0]!.toUpperCase() + name.slice(1) });

const inputSchema = (schema: z.ZodMiniType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json;
  return rest;
};

/** Describes a reply. A shape that has a name is described once, among `components`. */
function replySchema(schema: z.ZodMiniType, components: Json): Json {
  const made = z.toJSONSchema(schema, { io: "output", unrepresentable: "any", metadata: replyShapes });
  const moved = JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $schema: _, $defs, ...rest } = JSON.parse(moved) as Json;
  for (const [name, shape] of Object.entries(($defs as Record<string, Json> | undefined) ?? {})) {
    const { id: __, ...described } = shape;
    components[name] = described;
  }
  return rest;
}

/** Returns the refusals that any call of its kind may meet. */
function commonRefusals(call: Endpoint): ErrorCode[] {
  return [
    "too_many_requests",
    "unavailable",
    "busy",
    ...(call.audience === "user" || call.audience === "admin" ? (["not_signed_in"] as const) : []),
    ...(call.audience === "admin" ? (["forbidden", "role_insufficient"] as const) : []),
    ...(call.scope === undefined
      ? []
      : ([
          "key_invalid",
          "key_address_refused",
          ...(call.scope === "any" ? [] : ["key_scope_missing"]),
        ] as ErrorCode[])),
    ...(call.restricted ? (["country_blocked"] as const) : []),
    ...(call.restricted && call.audience === "user" ? (["terms_not_accepted"] as const) : []),
    ...(call.stepUp !== false ? (["step_up_required"] as const) : []),
    ...(call.method === "GET" && call.audits !== undefined ? (["origin_refused"] as const) : []),
    ...(call.method === "GET"
      ? []
      : ([
          "body_invalid",
          ...(call.audience === "provider" ? [] : (["field_unknown"] as const)),
          "not_json",
          "body_too_large",
          "origin_refused",
          "shutting_down",
        ] as ErrorCode[])),
    ...(call.idempotent
      ? (["idempotency_key_invalid", "idempotency_running", "idempotency_mismatch"] as const)
      : []),
  ];
}

function parametersOf(call: Endpoint): Json[] {
  const listed = (schema: z.ZodMiniType, place: "path" | "query"): Json[] => {
    if (!isDescribed(schema)) return [];
    const object = inputSchema(schema);
    const required = (object["required"] as string[] | undefined) ?? [];
    return Object.entries((object["properties"] as Json | undefined) ?? {}).map(([name, property]) => ({
      name,
      in: place,
      required: place === "path" || required.includes(name),
      schema: property,
    }));
  };
  const key = {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "Repeating a request with the same key and body has no second effect and returns the first answer.",
    schema: { type: "string", minLength: 1, maxLength: 200 },
  };
  return [...listed(call.params, "path"), ...listed(call.query, "query"), ...(call.idempotent ? [key] : [])];
}

function responsesOf(call: Endpoint, components: Json): Json {
  const responses: Json = {
    [call.status]: {
      description: call.status === 201 ? "Created" : "OK",
      content: { [call.streams ?? "application/json"]: { schema: replySchema(call.reply, components) } },
    },
  };
  const byStatus = Map.groupBy(
    new Set([...call.refusals, ...commonRefusals(call)]),
    (code) => errorWords[code].status,
  );
  for (const [status, codes] of byStatus) {
    responses[status] = {
      description: codes.map((code) => `\`${code}\`: ${errorWords[code].en}`).join("\n\n"),
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    };
  }
  return responses;
}

/** Lists the credentials of a call, each of which is enough. A public call accepts a key but needs none. */
const securityOf = ({ audience, scope }: Endpoint): Json[] => [
  ...SECURITY[audience],
  ...(audience === "user" && scope !== undefined ? [{ key: [] }] : []),
];

const SECURITY: Record<Audience, Json[]> = {
  public: [],
  user: [{ session: [] }],
  admin: [{ session: [] }],
  provider: [{ signature: [] }],
};

function operationOf(call: Endpoint, components: Json): Json {
  return {
    operationId: call.name,
    summary: call.summary,
    tags: [call.path.split("/")[2]],
    security: securityOf(call),
    "x-audience": call.audience,
    ...(call.scope === undefined ? {} : { "x-key-scope": call.scope }),
    parameters: parametersOf(call),
    ...(isDescribed(call.body)
      ? {
          requestBody: {
            required: true,
            content: { "application/json": { schema: inputSchema(call.body) } },
          },
        }
      : {}),
    responses: responsesOf(call, components),
  };
}

/** Describes the events sent to the operator's own systems, signed as Standard Webhooks says. */
const webhooksOf = (components: Json): Json =>
  Object.fromEntries(
    webhookEvent._zod.def.options.map((event) => [
      event.shape.type._zod.def.values[0],
      {
        post: {
          operationId: `webhook.${event.shape.type._zod.def.values[0]}`,
          summary: "Receive an event",
          security: [{ webhook: [] }],
          requestBody: {
            required: true,
            content: { "application/json": { schema: replySchema(event, components) } },
          },
          responses: { "2XX": { description: "Accepted. After any other answer, the event is sent again." } },
        },
      },
    ]),
  );

/**
 * Builds the OpenAPI 3.1 document of all calls from the same definitions that the server and the client run.
 *
 * @param version the version of the product
 */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  const components: Json = {};
  components["Error"] = replySchema(errorReply, components);
  for (const call of endpoints) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(call, components) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Veritick",
      version,
      license: { name: "MIT", identifier: "MIT" },
      description:
        "Decimals are sent as text. Ticks are Unix time in whole seconds. Errors have a code and a message.",
    },
    servers: [{ url: "/" }],
    paths,
    webhooks: webhooksOf(components),
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "session" },
        key: {
          type: "http",
          scheme: "bearer",
          description:
            "An API key, created in the profile. `x-key-scope` of a call names the scope that the key needs; with `any`, every key will do. Calls without it accept no key.",
        },
        signature: { type: "apiKey", in: "header", name: "x-nowpayments-sig" },
        webhook: { type: "apiKey", in: "header", name: "webhook-signature" },
      },
      schemas: components,
    },
  };
}
