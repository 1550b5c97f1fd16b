import type { Result } from '@ki/shared/contract/result.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Card, CardBody } from '@ki/shared/ui/card.tsx';
import { allReadable } from '@ki/shared/ui/form/problem-of.ts';
import { CodeField, TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { type FormEvent, useId, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import styled from 'styled-components';
import { asStaff } from '../kit/data/as-staff.ts';
import { FailureNotice, ReadResult } from '../kit/failures.tsx';
import { Part } from '../kit/part.tsx';
import { DialogButton } from '../kit/table/row-buttons.tsx';
import { errorText, useOperation } from '../kit/use-operation.ts';
import { beginFactor, type NewFactor, removeFactor, verifyFactor } from './data/accounts.ts';

/** Scanners need light around the code. */
const Picture = styled.img`
  inline-size: 12rem;
  block-size: 12rem;
  padding: 0.75rem;
  background: #fff;
`;

export const SecondFactor = ({ hasFactor }: { readonly hasFactor: Promise<Result<boolean>> }) => (
  <Part title="Your second factor">
    <ReadResult value={hasFactor}>{(data) => <OwnFactor isOn={data} />}</ReadResult>
  </Part>
);

function OwnFactor({ isOn }: { readonly isOn: boolean }) {
  const id = useId();
  const { revalidate } = useRevalidator();
  const [begun, setBegun] = useState<NewFactor | 'not-offered' | null>(null);
  const begin = async () => setBegun((await asStaff((client) => beginFactor(client, location.host))) ?? 'not-offered');
  const end = async () => {
    setBegun(null);
    await revalidate();
  };

  const remove = async () => {
    await asStaff(removeFactor);
    await revalidate();
  };

  if (!isOn && begun) {
    return begun === 'not-offered' ? (
      <Notice>
        The accounts of this site have no second factor: its backend offers none. A hosted Supabase project does.
      </Notice>
    ) : (
      <NewFactorForm {...begun} onEnd={end} />
    );
  }
  const dialog = isOn
    ? { label: 'Remove Second Factor', title: 'Remove your second factor?', isDangerous: true, operation: remove }
    : { label: 'Add Authenticator App', title: 'Add an authenticator app?', operation: begin };
  return (
    <Stack>
      <p id={id}>
        {isOn
          ? 'Each sign-in to your account asks for a code of your authenticator app, after the password.'
          : 'With an authenticator app a stolen password opens nothing. Operators decide what runs in everybody’s browser, and should have one.'}
      </p>
      <div>
        <DialogButton {...dialog} variant="secondary" titleId={id} failureOf={errorText}>
          <p>
            {isOn
              ? 'From then on the password alone opens your account.'
              : 'Have the app ready: each later sign-in asks for its code. If you lose it, only the owner of the database can remove the second factor.'}
          </p>
        </DialogButton>
      </div>
    </Stack>
  );
}

function NewFactorForm({ id, qrCode, secret, onEnd }: NewFactor & { readonly onEnd: () => Promise<void> }) {
  const { run, busy, failed, error } = useOperation(async (code: string) => {
    await asStaff((client) => verifyFactor(client, id, code));
    await onEnd();
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!allReadable(event.currentTarget)) return;
    void run(String(new FormData(event.currentTarget).get('code')).trim());
  };
  return (
    <Card as="div">
      <CardBody>
        <Stack as="form" method="post" onSubmit={submit} aria-label="Add an authenticator app">
          {failed && <FailureNotice error={error} />}
          <p>Scan this picture with the app, or type the secret into it. Then enter the code that it shows.</p>
          <Picture src={qrCode} alt="QR code of the secret" />
          <TextField label="Secret" value={secret} readOnly onFocus={(event) => event.currentTarget.select()} />
          <CodeField name="code" />
          <Cluster>
            <Button type="submit" busy={busy}>
              Turn On
            </Button>
            <Button variant="secondary" onClick={() => void onEnd()}>
              Cancel
            </Button>
          </Cluster>
        </Stack>
      </CardBody>
    </Card>
  );
}
