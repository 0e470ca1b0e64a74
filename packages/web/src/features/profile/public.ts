export { announceSecurity } from "./announce-security.ts";
export { CurrentPassword } from "./current-password.tsx";
export { describeAgent } from "./describe-agent.ts";
export { ProfileMenu } from "./profile-menu.tsx";
export { SecurityNews } from "./security-news.tsx";
