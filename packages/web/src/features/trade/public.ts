export { accountDesk } from "./desk/account-desk.tsx";
export { LiveProvider } from "./live-provider.tsx";
export { DeskGrid, DeskHome, DeskSwitch } from "./desk/desk-frame.tsx";
export { tellResults } from "./outcomes.ts";
