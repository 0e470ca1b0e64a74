export const profile = {
  title: "Profile",
  back: "Back to the dashboard",
  account: {
    title: "Account",
    email: "E-mail",
    balance: "Current balance",
  },
  password: {
    title: "Change the password",
    current: "Current password",
    new: "New password",
    newHint: "At least 6 characters. Other devices are signed out.",
    submit: "Change the password",
    pending: "Changing…",
    changed: "Password changed",
    changedBody: "Every other session has been signed out.",
    failed: "The password could not be changed",
    currentRequired: "Current password required",
    tooShort: "The new password must be at least 6 characters",
  },
  appearance: { title: "Language and theme" },
};
