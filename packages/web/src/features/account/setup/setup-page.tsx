import { useQuery } from "@tanstack/react-query";
import { plainEmail } from "@veritick/domain/emails.ts";
import { Link, useLocation } from "wouter";
import { ApiError, call } from "../../../api/client.ts";
import { beginSession } from "../../../api/sign-in.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import { tellSettingsChanged, useTitle } from "../../../lib/browser.ts";
import { isLinkToken, useSetupToken } from "../../../lib/links.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { dismissRefusal } from "../../../ui/overlay/notice-store.ts";
import { Quiet, Spinner, Stack } from "../../../ui/primitives.tsx";
import { Banner, Failure, Loaded } from "../../../ui/states.tsx";
import { authErrors, ConfirmField, EmailField } from "../auth/auth-form.tsx";
import { AuthFrame } from "../auth/auth-frame.tsx";
import { NewPasswordField } from "../new-password-field.tsx";

/**
 * The page of the address that a server without an administrator prints. Its visitor names the installation and becomes the
 * first administrator.
 */
export function SetupPage() {
  const { common } = useText();
  const auth = useTextOf("auth");
  const { setup } = useTextOf("later");
  const token = useSetupToken();
  const isWhole = token !== undefined && isLinkToken(token);
  const check = useQuery({
    queryKey: ["setup"],
    queryFn: async ({ signal }) => {
      await call("checkSetup", { body: { token: token! }, signal });
      return call("settings", { signal });
    },
    enabled: isWhole,
    retry: false,
    gcTime: 0,
  });
  const isRefused =
    !isWhole || (check.error instanceof ApiError && check.error.code === "setup_link_invalid");
  useTitle(`${setup.title} · ${common.product}`);
  return (
    <AuthFrame title={setup.title}>
      {isRefused ? (
        <Stack gap={5}>
          <Banner tone="warn">{setup.invalid}</Banner>
          <Link href="/auth" className={buttonClass("quiet")}>
            {auth.login.title}
          </Link>
        </Stack>
      ) : (
        <Loaded query={check} loading={<Spinner size={28} label={common.loading} />}>
          {({ supportChatUrl }) => <SetupForm token={token} asksChat={supportChatUrl === null} />}
        </Loaded>
      )}
    </AuthFrame>
  );
}

/** Copied from the contract, whose module would also load the table of calls. */
const NAME_MAX = 40;
const FIELDS = ["name", "chatUrl", "email", "password", "confirm"] as const;

function SetupForm({ token, asksChat }: { token: string; asksChat: boolean }) {
  const auth = useTextOf("auth");
  const { setup } = useTextOf("later");
  const [, navigate] = useLocation();
  const form = useForm(useFields(FIELDS), {
    check: (values) => authErrors("register", values, auth),
    send({ name, chatUrl, email, password }) {
      const chat = chatUrl.trim() === "" ? {} : { chatUrl: chatUrl.trim() };
      return call("setUp", {
        body: { token, name: name.trim(), ...chat, email: plainEmail(email), password },
      });
    },
    failed: setup.failed,
    isQuiet: true,
    startAt: "name",
    onDone(user) {
      beginSession(user);
      dismissRefusal();
      tellSettingsChanged();
      navigate("/admin/installation", { replace: true });
    },
  });
  const { bind, errors, values } = form;
  return (
    <Stack as="form" gap={5} {...form.attributes}>
      <Quiet pretty>{setup.intro}</Quiet>
      <Failure words={form.failure} />
      <Field label={setup.name} hint={setup.nameHint} error={errors.name}>
        {(control) => <TextInput {...control} {...bind("name")} autoComplete="off" maxLength={NAME_MAX} />}
      </Field>
      {asksChat && (
        <Field label={setup.chat} hint={setup.chatHint} error={errors.chatUrl}>
          {(control) => (
            <TextInput
              {...control}
              {...bind("chatUrl")}
              type="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={2_000}
            />
          )}
        </Field>
      )}
      <EmailField error={errors.email} {...bind("email")} />
      <NewPasswordField
        label={auth.password}
        email={values.email}
        error={errors.password}
        {...bind("password")}
      />
      <ConfirmField error={errors.confirm} {...bind("confirm")} />
      <Button type="submit" size="large" pending={form.isPending} pendingLabel={setup.pending}>
        {setup.submit}
      </Button>
    </Stack>
  );
}
