export { announceSecurity } from "./announce-security.ts";
export { ProfileMenu } from "./profile-menu.tsx";
export { SecurityNews } from "./security-news.tsx";
