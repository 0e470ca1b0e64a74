/** The accessibility statement. Say only what the tests show. */
export const accessibility = {
  title: "Accessibility and browsers",
  lead: "Everyone should be able to use this site: by keyboard, with a screen reader, with large text, or without telling colours apart.",
  aim: {
    title: "Our goal",
    text: (version: string) =>
      `The Web Content Accessibility Guidelines (WCAG) ${version}, level AA. The makers of Veritick check this themselves. No one else has audited it.`,
  },
  checks: {
    title: "How we check",
    text: "Before each release, automatic tests use the site in Chromium:",
    facts: [
      "They examine the pages and dialogs with axe, a tool that finds violations of WCAG, in French in the light theme and in English in the dark one.",
      "They check that nothing is cut off on a screen of 320 pixels, and that buttons are large enough to tap.",
      "They open positions and move through the pages by keyboard alone.",
      "They check that pages limit animations for people who have asked their device for less motion.",
    ],
  },
  limits: {
    title: "Known limits",
    text: "Some things we have not tested, or cannot change:",
    facts: [
      "Automatic tests find only some barriers. We have not tested with people who use screen readers every day.",
      "The price changes every second and cannot be paused, because positions depend on it. The chart can be read by keyboard.",
      "Positions expire after 1 to 10 minutes. We cannot give a position more time.",
      "The list of calls for programmers at /api/docs, and other sites that we link to, are not part of our tests.",
    ],
  },
  browsers: {
    title: "Supported browsers",
    text: "The site needs JavaScript and one of these versions or a newer one:",
    chromium: (version: string) =>
      `Chrome and Edge ${version}. Our tests use Chromium, on which both are built.`,
    firefox: (version: string) => `Firefox ${version}. Our tests take the main steps in it.`,
    safari: (version: string) =>
      `Safari ${version}, also on iPhone and iPad. Our tests take the main steps in WebKitGTK, which has the same engine.`,
  },
  report: {
    title: "Report a barrier",
    text: "Say which page it was, what you wanted to do, and with which browser and aid.",
    withoutSupport:
      "Tell the operator of this site which page it was, what you wanted to do, and with which browser and aid.",
  },
};
