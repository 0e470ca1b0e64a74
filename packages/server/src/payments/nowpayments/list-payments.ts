import * as z from "zod/mini";
import type { Log } from "../../platform/telemetry/log.ts";
import type { ProviderPayment } from "../provider.ts";
import { ProviderUnavailableError } from "../provider.ts";
import { readAnswer } from "./call-vendor.ts";
import type { CallVendor } from "./call-vendor.ts";
import { readAs } from "./read-as.ts";
import { readVendorPayment } from "./vendor-payment.ts";

const PAGE_SIZE = 500;
const PAGES_AT_MOST = 2_000;

const page = z.object({ data: z.array(z.unknown()) });

/**
 * The payments made from an instant on, oldest first, each once. Pages are asked for until one brings nothing new: how many
 * there are is not taken on trust, since payments come and go while they are read.
 */
export async function* listPayments(
  call: CallVendor,
  log: Log,
  from: Date,
  to: Date | undefined,
): AsyncGenerator<ProviderPayment, void, undefined> {
  const seen = new Set<string>();
  for (let number = 0; number < PAGES_AT_MOST; number += 1) {
    const query = {
      limit: String(PAGE_SIZE),
      page: String(number),
      sortBy: "created_at",
      orderBy: "asc",
      dateFrom: from.toISOString(),
      ...(to !== undefined && { dateTo: to.toISOString() }),
    };
    const text = await call({ method: "GET", path: "/payment/", query });
    const { data } = readAs(page, readAnswer(text, "the list of payments"), "the list of payments");
    const fresh = data
      .map((raw) => readRow(raw, log))
      .filter((payment) => payment !== undefined && !seen.has(payment.paymentId));
    if (fresh.length === 0) return;
    for (const payment of fresh) {
      seen.add(payment!.paymentId);
      yield payment!;
    }
  }
  throw new ProviderUnavailableError("NOWPayments' list of payments has no end");
}

/** One row that cannot be read must not hide the others. */
function readRow(raw: unknown, log: Log): ProviderPayment | undefined {
  try {
    return readVendorPayment(raw);
  } catch (error) {
    log.warn({ provider: "nowpayments", err: error }, "a payment in the provider's list cannot be read");
    return undefined;
  }
}
