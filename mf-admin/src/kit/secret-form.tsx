import { copyText } from '@ki/shared/ui/browser/copy-text.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Card, CardBody } from '@ki/shared/ui/card.tsx';
import { allReadable } from '@ki/shared/ui/form/problem-of.ts';
import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { isTypedSince } from './action-dialog.tsx';
import { FailureNotice } from './failures.tsx';
import { useFreshSignIn } from './fresh-sign-in.tsx';
import { Part } from './part.tsx';
import { useOperation } from './use-operation.ts';

interface SecretOnceProps {
  readonly title: string;
  readonly advice: string;
  readonly label: string;
  readonly secret: string;
  readonly copy: string;
}

const COPIED = {
  untried: '',
  copied: 'Copied.',
  denied: 'The browser does not allow it. Select the text and copy it.',
} as const;

export function SecretOnce({ title, advice, label, secret, copy }: SecretOnceProps) {
  const [copied, setCopied] = useState<keyof typeof COPIED>('untried');
  return (
    <Stack>
      <Notice tone="success" title={title}>
        {advice}
      </Notice>
      <TextField label={label} value={secret} readOnly onFocus={(event) => event.currentTarget.select()} />
      <div>
        <Button variant="secondary" onClick={async () => setCopied((await copyText(secret)) ? 'copied' : 'denied')}>
          {copy}
        </Button>
      </div>
      <p role="status">{COPIED[copied]}</p>
    </Stack>
  );
}

interface SecretFormProps {
  readonly title: string;
  readonly submit: string;
  readonly create: (input: FormData) => Promise<SecretOnceProps>;
  /** Empties the fields of a stored form. */
  readonly resets?: boolean;
  readonly children: ReactNode;
}

/** A form that creates a link or token. Its input stays until that is stored. */
export function SecretForm({ title, submit, create, resets = false, children }: SecretFormProps) {
  const { revalidate } = useRevalidator();
  const form = useRef<HTMLFormElement>(null);
  const [created, setCreated] = useState<SecretOnceProps | null>(null);
  const { act, passwordField } = useFreshSignIn();
  const { run, busy, failed, error } = useOperation(async () => {
    const { current } = form;
    if (!current) return;
    const input = new FormData(current);
    setCreated(await act(input, () => create(input)));
    if (resets && !isTypedSince(input, current)) current.reset();
    await revalidate();
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (allReadable(event.currentTarget)) void run();
  };
  return (
    <Part title={title}>
      <Card as="div">
        <CardBody>
          <Stack as="form" ref={form} method="post" onSubmit={onSubmit} aria-label={title}>
            {failed && <FailureNotice error={error} />}
            {children}
            {passwordField}
            <div>
              <Button type="submit" busy={busy}>
                {submit}
              </Button>
            </div>
          </Stack>
          {created && <SecretOnce key={created.secret} {...created} />}
        </CardBody>
      </Card>
    </Part>
  );
}
