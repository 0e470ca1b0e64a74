import { counted } from "@veritick/contract/plural.ts";
/** The platform's total debt to all users. */
export const liabilities = {
  title: "Proof of liabilities",
  intro:
    "Once a day we add up what we owe to all users and sign the total. Here you can check, in your own browser, that your balance is in it.",

  check: {
    title: "Is my balance in it?",
    intro:
      "Your browser fetches the proof of your balance and recomputes the total from it. Compare the balance shown with your own.",
    statement: "Liabilities report",
    option: (number: string, moment: string) => `No. ${number}, ${moment}`,
    run: "Check that my balance is in it",
    running: "Checking…",
    visitor: "Everyone can read the liabilities reports. Sign in to check that your own balance is in one.",
    signIn: "Sign in",
    failed: "Couldn’t load the proof.",
    gone: "Proofs are available for the newest liabilities reports only. None of those listed has one.",
  },

  result: {
    right: {
      title: "Your balance is in the total",
      hint: (balance: string, total: string) =>
        `The reported total of ${total} USDMS includes your ${balance} USDMS. The report itself gives its date: nothing here shows that it was not backdated.`,
    },
    wrong: {
      title: "This proof is wrong",
      hint: "Download the file, check it with the program below, and show it to others.",
    },
    missing: {
      title: "Not everything can be checked",
      hint: "Every step that could be checked is right. The list shows which steps could not be checked.",
    },
    email: "E-mail in the proof",
    balance: "Your balance then",
    taken: "Made on",
    total: "Total of all balances",
    compare:
      "Compare it with your account statement. Stakes of open positions and withdrawals under way were not in your balance then, so they are not included.",
    toStatement: "Open my account statement",
    steps: "What was checked",
    expected: "Expected",
    found: "Found",
    compared: "Show both values",
    outcome: { right: "Right", wrong: "Wrong", missing: "Not checked" },
  },

  steps: {
    form: {
      right: "The server responded with a proof.",
      wrong: "The server did not respond with a proof.",
      missing: "There was no proof to check.",
    },
    signature: {
      right: "The report is signed with a published key.",
      wrong: "No published key has signed this report.",
      missing: "The signature was not checked: the report cannot be read.",
    },
    statement: {
      right: "The values on this page are those that were signed.",
      wrong: "The values on this page are not those that were signed.",
      missing: "The signed values were not compared.",
    },
    listed: {
      right: "It is the report that everyone sees on the list.",
      wrong: "It is not the report that everyone sees on the list.",
      missing: "It was not compared with the list.",
    },
    leaf: {
      right: "Your entry contains your e-mail, so it cannot be shown to anyone else.",
      wrong: "This entry is not yours: it contains another e-mail or account.",
      missing: "Your entry was not checked.",
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
      right: "The path leads from your entry to exactly the signed root.",
      wrong: "The path leads from your entry to a root other than the signed one.",
      missing: "The end of the path was not checked.",
    },
    total: {
      right: "The sums on the path add up to the signed total.",
      wrong: "The sums on the path do not add up to the signed total.",
      missing: "The sum was not checked.",
    },
    previous: {
      right: "It contains the fingerprint of the previous report, which is on the list.",
      wrong: "It does not contain the fingerprint of the previous report, or that report is not on the list.",
      missing: "The previous report was not compared.",
    },
    chain: {
      right: "The head of the chain in it is the published one.",
      wrong: "The head of the chain in it is not the published one.",
      missing: "The price series was restarted after it, so the head in it could not be compared.",
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
    says: "The file contains your proof. The program is a single file, independent of this page. It needs Node.js, but no network.",
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
        "that we have signed a total that contains the balance in your proof, if every check is right. Compare it to see that it is your whole balance;",
        "that nothing is deducted from it: no sum beside your path to the total is below zero;",
        "that your entry is yours alone: your e-mail is part of it, so two users cannot be given the same proof;",
        "that no earlier report was replaced since you last looked: each contains the fingerprint of the one before.",
      ],
    },
    doesNot: {
      title: "It does not prove",
      points: [
        "that we have the money. The report shows what we owe, not what we have;",
        "that every user is in it. The total is at least the sum of the balances that were checked: the more users check, the less can be left out;",
        "anything about the time between two reports, or about stakes and withdrawals under way.",
      ],
    },
    ask: "Check now and then, ask others to check, and compare the fingerprint of a report with theirs: everyone must see the same one.",
  },

  list: {
    title: "Liabilities reports",
    intro:
      "Newest first. Your browser has checked each signature, and that each report follows the one before.",
    number: "No.",
    taken: "Made on",
    total: "Total",
    root: "Root",
    copyRoot: (number: string) => `Copy the root of report ${number}`,
    signed: "Signed",
    notSigned: "Not signed",
    altered: "Altered",
    chained: "Chain intact",
    broken: "Chain broken",
    open: "Start of this list",
    text: "Signed text and fingerprint",
    copyText: (number: string) => `Copy the signed text of report ${number}`,
    signature: "Signature",
    copySignature: (number: string) => `Copy the signature of report ${number}`,
    fingerprint: "Fingerprint",
    copyFingerprint: (number: string) => `Copy the fingerprint of report ${number}`,
    earlier: "Earlier reports",
    failedEarlier: "Couldn’t load earlier reports.",
    end: "End of the list",
    loading: "Loading the reports",
    empty: {
      title: "No report yet",
      hint: "The first one is made after 00:00 UTC, then one a day.",
    },
    failed: "Couldn’t load the reports",
  },

  lost: {
    title: "A report that this browser has seen is no longer published",
    changed: (number: string) =>
      `Report ${number} was different when this browser last looked. A signed report must never change.`,
    gone: (number: string) =>
      `Report ${number} is no longer on the list. A signed report must never disappear.`,
    ask: "Take a screenshot and contact support.",
    seen: "Fingerprint seen",
    now: "Fingerprint now",
    none: "None",
    accept: "Continue with the current list",
  },
};
