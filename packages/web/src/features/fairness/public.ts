export { PublicHeader } from "./public-header.tsx";
