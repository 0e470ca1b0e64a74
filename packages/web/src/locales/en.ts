import { auth } from "./en/auth.ts";
import { common } from "./en/common.ts";
import { history } from "./en/history.ts";
import { landing } from "./en/landing.ts";
import { trade } from "./en/trade.ts";
import { wallet } from "./en/wallet.ts";

export const en = { common, landing, auth, trade, wallet, history };
