/** Confirming and changing the e-mail address. */
export const email = {
  banner: {
    label: "Notice about your e-mail address",
    title: "Confirm your e-mail address",
    where: (address: string) => `with the link that we sent to ${address}.`,
    sendAgain: "Send again",
    change: "Change it",
    sent: "E-mail sent",
    sentTo: (address: string) =>
      `Open the link that we sent to ${address}. If nothing arrives in a few minutes, check your spam folder.`,
    failed: "The e-mail could not be sent",
  },
  change: {
    title: "Change the e-mail address",
    label: "New e-mail address",
    text: "We send a link to the new address. Once you confirm it there, the address changes and all devices are signed out. API keys keep working.",
    notice: (address: string) => `For 72 hours, a link sent to ${address} can stop the change.`,
    submit: "Send the link",
    sent: "Link sent",
    sentTo: (address: string) => `Open the link that we sent to ${address} within 24 hours.`,
    failed: "The e-mail address could not be changed",
  },
  confirm: {
    title: "Confirm your e-mail address",
    intro:
      "Confirm that the mailbox that received this link is yours. If you are changing your address, all devices are then signed out.",
    submit: "Confirm the address",
    pending: "Confirming…",
    failed: "The address could not be confirmed",
    confirmed: { title: "E-mail address confirmed", body: "Thank you. You can close this page." },
    changed: {
      title: "E-mail address changed",
      body: "All devices were signed out. Sign in with your new address from now on.",
    },
    invalid:
      "This link is no longer valid. It works once, within 24 hours. To get another one, sign in: press “Send again” at the top of the page, or, for a new address, change it again in the profile.",
  },
  keep: {
    title: "Keep your e-mail address",
    intro:
      "Someone asked to change the e-mail address of your account. If this was not you, keep the current one. All devices are then signed out, API keys are revoked, and nobody can change the address for 72 hours.",
    submit: "That was not me",
    pending: "Stopping the change…",
    failed: "The change could not be stopped",
    done: "Your e-mail address stays",
    doneBody:
      "All devices were signed out. Now choose a new password, because someone else may know the current one.",
    invalid:
      "This link is no longer valid. It works once, within 72 hours of the request. If your address was changed against your will, contact support.",
  },
  next: "Continue",
};
