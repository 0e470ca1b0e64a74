import { auth } from "./fr/auth.ts";
import { common } from "./fr/common.ts";
import { history } from "./fr/history.ts";
import { landing } from "./fr/landing.ts";
import { trade } from "./fr/trade.ts";
import { wallet } from "./fr/wallet.ts";
import type { Messages } from "./messages.ts";

export const fr: Messages = { common, landing, auth, trade, wallet, history };
