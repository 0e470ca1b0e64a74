import { accessibility } from "./accessibility.ts";
import { help } from "./help.ts";

/** The page for programmers. */
export const docsEn = {
  accessibility,
  help,
  title: "For developers",
  lead: "Read your account, trade and follow prices with a program of your own. Every call, limit and message on this page comes from the definitions that the server runs.",
  back: {
    start: { name: "Start page", label: "Back to the start page" },
    dashboard: { name: "Dashboard", label: "Back to the dashboard" },
  },
  copy: (what: string) => `Copy: ${what}`,
  onThisPage: "On this page",

  start: {
    title: "Quick start",
    steps: {
      key: "Create a key in your profile, under API keys, that may read and trade. It is shown once.",
      call: "Send it with every call. With the key in `VERITICK_KEY`, this reads your balance:",
      order: "This buys for one minute, at the end of the current three-second block:",
    },
    profile: "Open the profile",
    own: "Give each order its own `Idempotency-Key`. If you send `order-1` again, you get the first order’s answer, and nothing is bought.",
    answer:
      "The answer contains the tick and the price at which the order was executed. Both are final. In the last half second of a block, an order waits for the next one, so an answer may take up to three seconds.",
    sell: "`POST /api/trading/positions/{id}/sell` sells an open position back. `minProceeds` is the lowest amount that you accept, as text with two decimals. Below that, nothing is sold back: the answer is 409 `price_moved`, and its `proceeds` is the amount that you would get.",
  },

  keys: {
    title: "Keys",
    text: "A key can do only what its scopes allow. No key can withdraw, sign in, change security settings or use the administration.",
    scope: "Scope",
    allows: "Allows",
    scopes: {
      read: "Balance, positions, receipts, account statement, results, limits, live messages",
      trade: "To open positions and sell them back",
      account: "“Manage” in the profile: to set limits, take breaks and start deposits",
      any: "Public data, with or without a key",
    },
    facts: [
      "A key goes into the header `Authorization`, after `Bearer`. The server then ignores cookies.",
      "A key may be bound to IP addresses and networks, and may expire.",
      "Revoking a key also ends its live connections at once. “Sign out everywhere” revokes all keys. So do a new password, a new authenticator app, a first passkey without an app, and the removal of a passkey.",
      "An account has at most 20 keys.",
    ],
  },

  signIn: {
    title: "Signing in",
    text: "Programs use a key. For calls that no key allows, a program signs in like its owner: it sends `email` and `password` to `POST /api/auth/login` and keeps the cookie.",
    facts: [
      "If two-step sign-in is on, also send `twoStepCode`: a code from the app, or a recovery code. Each works once. Passkeys need a browser.",
      "Signing in, confirming your identity, and a change that ends all other sessions each set another cookie. Keep the newest.",
      "401 `not_signed_in`: there is no session, or it has ended. Sign in again.",
      "403 `step_up_required`: send `password` or `code` to `POST /api/profile/step-up`, then repeat the call.",
    ],
  },

  repeat: {
    title: "Safe repeats",
    text: "Orders, sell-backs and deposits take the header `Idempotency-Key`: 1 to 200 visible characters that you choose. If you get no answer, send the same request again with the same key: it has one effect.",
    sent: "You send",
    get: "You get",
    rows: {
      same: ["The same key and body again", "The first answer, with the header `Idempotency-Replayed`"],
      other: [
        "The same key and another body",
        "422 `idempotency_mismatch`: the key belongs to another request",
      ],
      running: ["The same key while the first runs", "409 `idempotency_running`: ask again"],
    },
    refusal: "Refusals are not stored, so you can retry with the same key.",
    late: "Orders and sell-backs also take `notAfterTick`, a second of Unix time. A request that would be executed at a later tick is refused with 409 `not_after_passed`, and is never executed late. A body with a field that the call does not know is refused with 400 `field_unknown`, so a misspelt `notAfterTick` opens nothing.",
  },

  errors: {
    title: "Errors",
    text: "Every error has this form. Handle errors by their code. The message is for people, in the language of `Accept-Language`.",
    again: "After 429 and 503, wait for the seconds given in `Retry-After`.",
    all: (count: number) => `All ${count} codes`,
    code: "Code",
    status: "Status",
    meaning: "Meaning",
  },

  limits: {
    title: "Limits",
    facts: [
      "A key may make 50 calls a second, with bursts of 200, unless the operator has set other numbers. All keys of an account together may make twice as many.",
      "The server works on four calls of an account at once. The others wait.",
      "A body is at most 64 KiB.",
      "An account has as many live connections as the operator allows, in all browsers and programs together.",
    ],
  },

  lists: {
    title: "Lists",
    facts: [
      "A list is newest first. It contains everything still open, and the newest 100 others.",
      "`before=<id>` and `limit=` ask for older ones, at most 200. The account statement takes the id of a transaction, and a limit of at most 500.",
      "A list carries an `ETag`. Send it back as `If-None-Match`: if the list is unchanged, the answer is 304.",
      "Amounts and prices are decimals as text with eight places. A tick is a whole second of Unix time. Times are in UTC.",
    ],
  },

  live: {
    title: "Live messages",
    text: "`GET /api/ws-token` returns a token that works once, within a minute. Open a WebSocket at `/ws` with it as the parameter `token`. You need not send anything.",
    gap: "A message may be lost with its connection. Connect again, then read your lists again. The server closes connections that stop reading, or that send more than five frames a second.",
    tells: {
      price: "The price of the second that has just started",
      beacon: "Each second while no price can be shown, with the reason",
      balanceUpdate: "Your new balance",
      positionResolved: "A position of yours that was settled, sold back or closed early",
      depositUpdate: "A deposit of yours that has changed",
      withdrawalUpdate: "A withdrawal of yours that has changed",
      securityEvent: "A security event of your account (sessions only)",
      maintenance: "Maintenance has started, ended or has a new message",
      adminUpdate: "A list of the administration has changed (sessions of staff only)",
    },
  },

  webhooks: {
    title: "Webhooks",
    text: "For the operator of this site: POST requests notify your own systems of events. An administrator adds the address under Administration → Installation → Webhooks, chooses the events and gets the secret once.",
    facts: [
      "Signatures follow Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and a secret that starts with `whsec_`. Its libraries for many languages can check them.",
      "Answer with any 2xx status within 15 seconds, and do the work afterwards. After any other answer, the event is sent again, ten times in about three days. 410 pauses the endpoint.",
      "An event may be sent more than once, always with the same `webhook-id`. Events may arrive in another order than they happened.",
      "After a change of secret, both secrets sign for 24 hours. Accept a webhook if one of its signatures is right.",
    ],
    tells: {
      "user.registered": "A user has registered",
      "deposit.credited": "A deposit was credited to its user’s balance",
      "withdrawal.asked": "A user has requested a withdrawal, and the amount was deducted",
      "withdrawal.decided": "A withdrawal was approved or rejected",
      "withdrawal.ended": "A withdrawal was paid, or the amount was refunded",
      "position.settled": "A position was won, lost, sold back or closed early",
      "attention.raised": "An item of Attention was added or has changed",
      "webhook.test": "A test that an administrator sent",
    },
    check: "This function checks a webhook. Our tests run it against a real server.",
  },

  calls: {
    title: "Calls",
    text: "These calls take a key. The OpenAPI description lists each call’s parameters, its answer and every refusal.",
    call: "Call",
    scope: "Scope",
    openApi: "OpenAPI description",
    json: "as JSON",
  },

  examples: {
    title: "Examples",
    text: "Our tests run these programs against a real server. The last one needs only Python’s standard library. The others use the typed client in the folder `packages/client` of this platform’s source code; its README says how to set it up.",
    bot: "A bot that trades in the sandbox",
    statements: "Reading the account statement",
    receipts: "Verifying every receipt",
    python: "An order in Python",
  },
};
