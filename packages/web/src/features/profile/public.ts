export { ProfileMenu } from "./profile-menu.tsx";
