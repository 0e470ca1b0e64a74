import { plainCode, readAppCode, readTwoStepCode } from "@veritick/domain/typed-text.ts";
import { ApiError, call } from "../../../../api/client.ts";
import { useFocusOnMount } from "../../../../lib/focus.ts";
import { TwoStepField } from "../../../../ui/form/two-step-field.tsx";
import { useFields, useForm } from "../../../../api/use-form.ts";
import { useTextOf, useText } from "../../../../locales/text.ts";
import { Failure } from "../../../../ui/states.tsx";
import { Button } from "../../../../ui/button.tsx";
import { CopyButton, LongCode } from "../../../../ui/copy-button.tsx";
import { dismissRefusal } from "../../../../ui/overlay/notice-store.ts";
import { Caption, Quiet, Row, Stack } from "../../../../ui/primitives.tsx";
import { QrCode } from "../../../../ui/qr-code.tsx";
import { withProof } from "../../step-up/step-up.ts";
import { CurrentPassword } from "../../step-up/step-up-form.tsx";
import { refreshSecurity } from "../security-query.ts";

const PROOF_FIELDS = ["password", "code"] as const;

type ProofFormProps<T> = {
  intro: string;
  email: string;
  /** True to ask for the second step as well as the password. */
  asksCode?: boolean;
  isDanger?: boolean;
  submitLabel: string;
  send: (proof: { password: string; code: string }) => Promise<T>;
  onDone: (answer: T) => void | Promise<void>;
  onClose?: () => void;
};

/** Asks users to prove their identity before they change two-step sign-in. */
export function ProofForm<T>(props: ProofFormProps<T>) {
  const { intro, email, asksCode = false, isDanger = false, submitLabel, send, onDone, onClose } = props;
  const { common } = useText();
  const { twoStep } = useTextOf("later").profile;
  const form = useForm(useFields(PROOF_FIELDS), {
    check: ({ password, code }) => ({
      password: password === "" ? twoStep.passwordRequired : undefined,
      code: asksCode && readTwoStepCode(code) === undefined ? common.twoStep.invalid : undefined,
    }),
    send: ({ password, code }) => send({ password, code: plainCode(code) }),
    failed: twoStep.failed,
    startAt: "password",
    onDone(answer) {
      dismissRefusal();
      return onDone(answer);
    },
    ...(onClose && { onClose }),
    onRefused(error) {
      // Another page has switched it on or off meanwhile.
      if (error instanceof ApiError && error.status === 409) void refreshSecurity();
    },
  });
  const { values, errors } = form;

  return (
    <Stack as="form" gap={5} {...form.attributes}>
      <Quiet pretty>{intro}</Quiet>
      <Failure words={form.failure} />
      <CurrentPassword
        email={email}
        label={twoStep.password}
        error={errors.password}
        {...form.bind("password")}
        data-autofocus
      />
      {asksCode && (
        <TwoStepField
          name="code"
          value={values.code}
          onValueChange={(typed) => form.set("code", typed)}
          error={errors.code}
        />
      )}
      <Button
        type="submit"
        size="large"
        variant={isDanger ? "danger" : "primary"}
        pending={form.isPending}
        pendingLabel={twoStep.checking}
      >
        {submitLabel}
      </Button>
    </Stack>
  );
}

const SCAN_FIELDS = ["code"] as const;

type ScanFormProps = { secret: string; uri: string; onDone: (recoveryCodes: readonly string[]) => void };

/** Shows the secret for the app and asks for a first code, which proves that the app has it. */
export function ScanForm({ secret, uri, onDone }: ScanFormProps) {
  const { twoStep } = useTextOf("later").profile;
  const { setUp } = twoStep;
  // The field must not get the focus: a phone's keyboard would cover the code to scan.
  const intro = useFocusOnMount<HTMLParagraphElement>();
  const form = useForm(useFields(SCAN_FIELDS), {
    check: ({ code }) => ({ code: readAppCode(code) === undefined ? setUp.invalid : undefined }),
    send: ({ code }) => withProof(() => call("confirmTwoStep", { body: { code: plainCode(code) } })),
    failed: twoStep.failed,
    onDone({ recoveryCodes }) {
      dismissRefusal();
      onDone(recoveryCodes);
    },
    retype: "code",
  });

  return (
    <Stack as="form" gap={5} {...form.attributes}>
      <Quiet pretty ref={intro} tabIndex={-1}>
        {setUp.scan}
      </Quiet>
      <Row gap={[4, 5]} align="center">
        {/* At this size the modules are whole pixels wide. */}
        <div style={{ width: 176, height: 176 }}>
          <QrCode value={uri} label={setUp.qr} />
        </div>
        <Stack gap={2} align="start" style={{ flex: "1 1 180px" }}>
          <Caption>{setUp.secret}</Caption>
          <p>
            <LongCode code={secret} />
          </p>
          <CopyButton label={setUp.copySecret} value={secret} wide />
        </Stack>
      </Row>
      <Quiet pretty>{setUp.first}</Quiet>
      <Failure words={form.failure} />
      <TwoStepField
        name="code"
        value={form.values.code}
        onValueChange={(typed) => form.set("code", typed)}
        error={form.errors.code}
        allowRecovery={false}
      />
      <Button type="submit" size="large" pending={form.isPending} pendingLabel={twoStep.checking}>
        {setUp.submit}
      </Button>
    </Stack>
  );
}
