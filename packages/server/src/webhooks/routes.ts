import * as contract from "@veritick/contract/schemas/webhooks.ts";
import type { Bind } from "../platform/http/bind.ts";
import { callerOf } from "../platform/http/call.ts";
import { listDeliveries, redeliver, sendTest } from "./deliveries.ts";
import { addEndpoint, changeEndpoint, listEndpoints, removeEndpoint, rollSecret } from "./endpoints.ts";
import type { WebhookContext } from "./endpoints.ts";

export function webhookRoutes(bind: Bind, context: WebhookContext): void {
  bind(contract.listWebhooks, ({ identity }) => listEndpoints(context, identity.role));
  bind(contract.addWebhook, (call) => addEndpoint(context, call.body, callerOf(call)));
  bind(contract.changeWebhook, (call) => changeEndpoint(context, call.params.id, call.body, callerOf(call)));
  bind(contract.rollWebhookSecret, (call) => rollSecret(context, call.params.id, callerOf(call)));
  bind(contract.removeWebhook, (call) => removeEndpoint(context, call.params.id, callerOf(call)));
  bind(contract.testWebhook, (call) => sendTest(context, call.params.id, callerOf(call)));
  bind(contract.redeliverWebhook, (call) =>
    redeliver(context, call.params.id, call.body.deliveryId ?? undefined, callerOf(call)),
  );
  bind(contract.listWebhookDeliveries, ({ params, query }) => listDeliveries(context, params.id, query));
}
