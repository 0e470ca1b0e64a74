export { PracticeFrame, PracticeHeader } from "./practice-frame.tsx";
