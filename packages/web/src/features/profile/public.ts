export { announceSecurity } from "./announce-security.ts";
export { describeAgent } from "./describe-agent.ts";
export { ProfileMenu } from "./profile-menu.tsx";
export { SecurityNews } from "./security-news.tsx";
export { UsernameForManagers } from "./username-for-managers.tsx";
