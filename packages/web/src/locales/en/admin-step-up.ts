/** The proof that is asked for again before money moves. */
export const stepUp = {
  title: "Prove that it is you",
  why: "What you are about to do moves money or gives rights, and your last proof is too old. It goes on by itself afterwards.",
  password: "Your password",
  passwordRequired: "Enter your password.",
  submit: "Go on",
  checking: "Checking…",
  failed: "It could not be checked.",
  cancelled: "Nothing was done",
  cancelledBody: "You did not prove who you are, so everything is as it was.",
};
