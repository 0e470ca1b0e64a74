import { counted } from "@veritick/contract/plural.ts";
/** The platform's total debt to all users. */
export const liabilities = {
  title: "Proof of liabilities",
  intro:
    "Once a day Veritick adds up what it owes to all users together and signs the total. Here you can check, in your own browser, that your balance is in it.",

  check: {
    title: "Is my balance in it?",
    intro:
      "Your browser fetches the proof of your balance and computes the total again from it. Only you can say whether the balance shown is yours: compare it.",
    statement: "Daily statement",
    option: (number: string, moment: string) => `No. ${number}, ${moment}`,
    run: "Check that my balance is in it",
    running: "Checking…",
    visitor: "Everyone may read the daily statements. Log in to check that your own balance is in one.",
    signIn: "Log in",
    failed: "The proof could not be fetched.",
    gone: "Proofs are kept for the newest statements only. None of the listed ones can be proven any more.",
  },

  result: {
    right: {
      title: "Your balance is in the total",
      hint: (balance: string, total: string) =>
        `The stated total of ${total} USDMS includes your ${balance} USDMS. The platform itself says when it was stated: nothing here shows that it was not dated back.`,
    },
    wrong: {
      title: "This proof is wrong",
      hint: "Keep it: download the file, check it with the program below, and show it to others.",
    },
    missing: {
      title: "Not everything can be checked",
      hint: "Every step that could be checked is right. The list shows which steps could not be checked.",
    },
    email: "E-mail in your leaf",
    balance: "Your balance then",
    taken: "Stated on",
    total: "Total of all balances",
    compare:
      "Compare it with your statement of account. Stakes of open positions and withdrawals on their way were not in your balance then, so they are not included.",
    toStatement: "Open my statement of account",
    steps: "What was checked",
    expected: "Expected",
    found: "Found",
    compared: "Show both values",
    outcome: { right: "Right", wrong: "Wrong", missing: "Not checked" },
  },

  steps: {
    form: {
      right: "The platform answered with a proof.",
      wrong: "The platform did not answer with a proof.",
      missing: "There was no proof to check.",
    },
    signature: {
      right: "The statement is signed with a published key.",
      wrong: "No published key has signed this statement.",
      missing: "The signature was not checked: the statement cannot be read.",
    },
    statement: {
      right: "The values on this page are those that were signed.",
      wrong: "The values on this page are not those that were signed.",
      missing: "The signed values were not compared.",
    },
    listed: {
      right: "It is the statement that everybody sees on the list.",
      wrong: "It is not the statement that everybody sees on the list.",
      missing: "It was not compared with the list.",
    },
    leaf: {
      right: "Your leaf carries your e-mail, so nobody else can be shown it.",
      wrong: "This leaf is not yours: it carries another e-mail or account.",
      missing: "Your leaf was not checked.",
    },
    balance: {
      right: "The balance is the one you know.",
      wrong: "The balance is not the one you know.",
      missing: "The balance was not compared.",
    },
    path: {
      right: "The path has exactly as many levels as were signed, and no sum on it is below zero.",
      wrong: "The path is too long, too short, or has a sum below zero on it.",
      missing: "The path was not checked.",
    },
    root: {
      right: "The path leads from your leaf to exactly the root that was signed.",
      wrong: "The path leads from your leaf to a root other than the signed one.",
      missing: "The end of the path was not checked.",
    },
    total: {
      right: "The sums on the path add up to the signed total.",
      wrong: "The sums on the path do not add up to the signed total.",
      missing: "The sum was not checked.",
    },
    previous: {
      right: "It carries the fingerprint of the statement before it, which is on the list.",
      wrong: "It does not carry the fingerprint of the statement before it, or that one is not on the list.",
      missing: "The statement before it was not compared.",
    },
    chain: {
      right: "The head of the price’s commitments in it is the published one.",
      wrong: "The head of the price’s commitments in it is not the published one.",
      missing: "The price was restarted after it, so the head in it could not be compared.",
    },
  },

  way: {
    title: "From your balance to the total",
    intro:
      "Each level adds up two neighbours, until one sum is left. Beside you is one other balance without a name, or an empty place. Further up are the sums of larger and larger groups.",
    total: "Total",
    yours: "Your balance",
    beside: "Beside you",
    group: "With you",
    others: "Others",
    between: (count: number) => counted.en(count, "more level", "more levels"),
    showAll: "Show all levels",
  },

  file: {
    title: "Check without us",
    says: "The file holds your proof. The program is a single file without dependencies, written apart from this page; it needs Node.js and no network.",
    download: "Download my proof",
    program: "Download the program",
    command: "Then run",
    copy: "Copy the command",
    secret: "The file shows your e-mail and your balance. Share it only with people who may know them.",
  },

  meaning: {
    title: "What this proves, and what it does not",
    proves: {
      title: "It proves",
      points: [
        "that the platform has signed a total that contains the balance shown in your proof, if every check of your proof is right. Compare it to see that it is your whole balance;",
        "that nothing takes away from it: no sum beside your path to the total is below zero;",
        "that your place is yours alone: your e-mail is part of it, so two people cannot be shown the same one;",
        "that no earlier statement was replaced since you last looked: each carries the fingerprint of the one before.",
      ],
    },
    doesNot: {
      title: "It does not prove",
      points: [
        "that the platform has the money. It is a statement of what is owed, not of what is there;",
        "that everybody is in it. The total is at least the sum of those who have checked: the more people check, the less can be left out;",
        "anything about the time between two statements, nor about stakes and withdrawals under way.",
      ],
    },
    ask: "Check now and then, ask others to, and compare the fingerprint of a statement with theirs: everyone must see the same one.",
  },

  list: {
    title: "Daily statements",
    intro:
      "Newest first. Your browser has checked each signature, and that each statement follows the one before.",
    number: "No.",
    taken: "Stated on",
    total: "Total",
    root: "Root",
    copyRoot: (number: string) => `Copy the root of statement ${number}`,
    signed: "Signed",
    notSigned: "Not signed",
    altered: "Altered",
    chained: "Chain intact",
    broken: "Chain broken",
    open: "Start of this list",
    text: "Signed text and fingerprint",
    copyText: (number: string) => `Copy the signed text of statement ${number}`,
    signature: "Signature",
    copySignature: (number: string) => `Copy the signature of statement ${number}`,
    fingerprint: "Fingerprint",
    copyFingerprint: (number: string) => `Copy the fingerprint of statement ${number}`,
    earlier: "Earlier statements",
    failedEarlier: "Couldn’t load earlier statements.",
    end: "These are all the statements.",
    loading: "Loading the statements",
    empty: {
      title: "No statement yet",
      hint: "The first one is made after 00:00 UTC, and one a day from then on.",
    },
    failed: "Couldn’t load the statements",
  },

  lost: {
    title: "A statement that this browser has seen is no longer published",
    changed: (number: string) =>
      `Statement ${number} was different when this browser last looked. A signed statement must never change.`,
    gone: (number: string) =>
      `Statement ${number} is no longer on the list. A signed statement must never disappear.`,
    ask: "Keep a screenshot, and ask the platform for the reason.",
    seen: "Fingerprint seen",
    now: "Fingerprint now",
    none: "None",
    accept: "Continue with the current list",
  },
};
