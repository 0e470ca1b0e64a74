import { Banner } from "./banner.tsx";

/** Says at once why a form was refused, where no field is to blame. */
export function Failure({ words }: { words: string }) {
  return (
    <div role="alert">
      <Banner tone="bad">{words}</Banner>
    </div>
  );
}
