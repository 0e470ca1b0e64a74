import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

// The meter is large, so this module loads only when somebody types a new password.
const meter = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** Returns how hard a password is to guess, from 0 to 4. Anything `known` of the account makes it easier. */
export const measurePassword = (password: string, known: string[]): number =>
  meter.check(password, known).score;
