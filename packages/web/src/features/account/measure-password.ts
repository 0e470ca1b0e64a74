import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

// Large, so it comes only when somebody types a new password.
const meter = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** Says how hard a password is to guess, from 0 to 4. Whatever is known of the account makes it easier. */
export const measurePassword = (password: string, known: string[]): number =>
  meter.check(password, known).score;
