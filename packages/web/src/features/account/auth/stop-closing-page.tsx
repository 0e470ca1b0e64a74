import { useState } from "react";
import { Link } from "wouter";
import { call } from "../../../api/client.ts";
import { keyOf, queryClient } from "../../../api/query.ts";
import { useClosingToken } from "../../../lib/links.ts";
import { useTextOf } from "../../../locales/text.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { MailedLinkPage } from "./mailed-link-page.tsx";

/** The page of the mailed link that stops a scheduled closing, for anybody who holds the link. */
export function StopClosingPage() {
  const { stop: words } = useTextOf("later").closing;
  const token = useClosingToken() ?? "";
  const [isStopped, setStopped] = useState(false);
  return (
    <MailedLinkPage
      token={token}
      words={words}
      invalid="closing_link_invalid"
      done={isStopped ? { title: words.done, body: words.doneBody } : undefined}
      send={() => call("stopClosingByLink", { body: { token } })}
      onDone={() => {
        setStopped(true);
        void queryClient.invalidateQueries({ queryKey: keyOf("getClosing") });
      }}
      next={
        <Link href="/auth" className={buttonClass("quiet")}>
          {words.signIn}
        </Link>
      }
    />
  );
}
