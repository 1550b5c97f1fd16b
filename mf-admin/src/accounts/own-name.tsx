import { LONGEST_NAME } from '@ki/shared/session/session-store.ts';
import { useSession } from '@ki/shared/session/use-session.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Card, CardBody } from '@ki/shared/ui/card.tsx';
import { allReadable } from '@ki/shared/ui/form/problem-of.ts';
import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import type { FormEvent } from 'react';
import { isTypedSince } from '../kit/action-dialog.tsx';
import { asStaff } from '../kit/data/as-staff.ts';
import { Part } from '../kit/part.tsx';
import { useOperation } from '../kit/use-operation.ts';
import { useMessages } from '../versions/messages.tsx';
import { nameAccount } from './data/accounts.ts';

/** The name of the own account, where its sign-up would store it. It decides no rights. */
export function OwnName() {
  const { user } = useSession();
  const { say } = useMessages();
  const { run, busy, failed } = useOperation(async (form: HTMLFormElement) => {
    const sent = new FormData(form);
    await asStaff((client) => nameAccount(client, String(sent.get('name')).trim()));
    say(`Your name is saved.${isTypedSince(sent, form) ? ' What you typed since is not saved yet.' : ''}`, []);
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (allReadable(event.currentTarget)) void run(event.currentTarget);
  };
  const [beforeAt] = (user?.email ?? '').split('@');
  return (
    <Part title="Your account">
      <Card as="div">
        <CardBody>
          <Stack as="form" method="post" onSubmit={submit} aria-label="Your account">
            {failed && <Notice tone="error">Your name could not be saved. Please try again.</Notice>}
            <TextField
              label="Your name"
              name="name"
              lang="de"
              autoComplete="name"
              maxLength={LONGEST_NAME}
              defaultValue={user?.name === beforeAt ? '' : user?.name}
              hint={`Author of the posts that you write from now on, and your name in the history. Empty: ${beforeAt}`}
            />
            <div>
              <Button type="submit" busy={busy}>
                Save Name
              </Button>
            </div>
          </Stack>
        </CardBody>
      </Card>
    </Part>
  );
}
