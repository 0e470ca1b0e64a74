export { PracticeHeader } from "./practice-header.tsx";
export { PracticeFrame } from "./practice-live.tsx";
