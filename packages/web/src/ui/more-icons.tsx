import { icon } from "./icons.tsx";

// The first page of a visit needs none of these.
export const KeyboardIcon = icon(
  <rect x="2.5" y="6" width="19" height="12" rx="2" />,
  "M6.5 10v.1M10.2 10v.1M13.9 10v.1M17.5 10v.1M8 14.2h8",
);
export const TableIcon = icon("M4 5.5h16v13H4zM4 10h16M4 14.3h16M10 10v8.5");
export const SearchIcon = icon("M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0 -13M15.5 15.5l5 5");
export const CopyIcon = icon(
  <rect x="9" y="9" width="11" height="11" rx="2" />,
  "M15 5.5A1.5 1.5 0 0 0 13.5 4h-8A1.5 1.5 0 0 0 4 5.5v8A1.5 1.5 0 0 0 5.5 15",
);
export const ChevronDownIcon = icon("M6 9.5l6 6 6-6");
export const ChevronRightIcon = icon("M9.5 6l6 6-6 6");
export const GlobeIcon = icon(
  <circle cx="12" cy="12" r="8.5" />,
  "M3.5 12h17M12 3.5c2.6 2.4 3.8 5.2 3.8 8.5s-1.2 6.1-3.8 8.5c-2.6-2.4-3.8-5.2-3.8-8.5s1.2-6.1 3.8-8.5Z",
);
export const EyeIcon = icon(
  "M2.5 12s3.5-6.5 9.5-6.5 9.5 6.5 9.5 6.5-3.5 6.5-9.5 6.5S2.5 12 2.5 12Z",
  <circle cx="12" cy="12" r="2.75" />,
);
export const EyeOffIcon = icon(
  "M9.9 5.7A9.6 9.6 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.7 3.4M6.3 7.3A15.5 15.5 0 0 0 2.5 12s3.5 6.5 9.5 6.5a9.6 9.6 0 0 0 4.5-1.1M4 4l16 16",
);
export const UserIcon = icon(
  <circle cx="12" cy="8.5" r="4" />,
  "M4.5 20c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5",
);
export const LogoutIcon = icon("M9.5 4H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h3.5M15 8l4.5 4-4.5 4M19 12H9.5");
export const ClockIcon = icon(<circle cx="12" cy="12" r="8.5" />, "M12 7v5l3.2 2");
export const HelpIcon = icon(
  <circle cx="12" cy="12" r="8.5" />,
  "M9.6 9.6a2.4 2.4 0 1 1 3.5 2.1c-.8.4-1.1.9-1.1 1.8M12 16.4v.1",
);
export const PlusIcon = icon("M12 5v14M5 12h14");
export const ArrowUpRightIcon = icon("M6.5 17.5 17.5 6.5M8.5 6.5h9v9");
export const DownloadIcon = icon("M12 4v11.5M6.5 10l5.5 5.5 5.5-5.5M4.5 20h15");
export const MinusIcon = icon("M5 12h14");
export const ShieldIcon = icon(
  "M12 3.5 5 6v5.5c0 4.3 2.8 7.4 7 9 4.2-1.6 7-4.7 7-9V6l-7-2.5Z",
  "M9 11.8l2.2 2.2 4-4.3",
);
export const ChatIcon = icon(
  "M4 18.8V7a2.5 2.5 0 0 1 2.5-2.5h11A2.5 2.5 0 0 1 20 7v6.5a2.5 2.5 0 0 1-2.5 2.5H8l-4 2.8ZM8.5 9h7M8.5 12h4",
);
export const BarsIcon = icon("M3.5 12h17M7 12V5M12 12v7M17 12V8");
export const PlayIcon = icon(
  "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17Z",
  "M10 8.7v6.6l5.3-3.3L10 8.7Z",
);
export const SoundIcon = icon(
  "M4 9.5v5h3.5l4.5 4v-13l-4.5 4H4Z",
  "M15.5 9.2a4 4 0 0 1 0 5.6M18 6.7a7.5 7.5 0 0 1 0 10.6",
);
export const SoundOffIcon = icon("M4 9.5v5h3.5l4.5 4v-13l-4.5 4H4Z", "M16 9.5l5 5M21 9.5l-5 5");
