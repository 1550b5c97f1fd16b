import { paths } from '@ki/shared/contract/paths.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Card, CardBody } from '@ki/shared/ui/card.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { TextField } from '@ki/shared/ui/text-field.tsx';
import { type FormEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { asStaff } from '../records/data/as-staff.ts';
import { Part } from '../records/part.tsx';
import { refusalOf } from '../records/refusal-of.ts';
import { ShownOnce } from '../records/shown-once.tsx';
import { inviteColleague } from './data/invite-colleague.ts';

interface Made {
  readonly email: string;
  readonly link: string;
}

/** Invites by address. What was typed stays until it worked; then the link is shown, this once. */
export function InviteForm() {
  const { revalidate } = useRevalidator();
  const [made, setMade] = useState<Made | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    const form = event.currentTarget;
    const typed = new FormData(form);
    const invitation = { address: String(typed.get('email')).trim(), remark: String(typed.get('note')).trim() };
    sending.current = true;
    setBusy(true);
    try {
      const token = await asStaff((client) => inviteColleague(client, invitation));
      setMade({ email: invitation.address, link: new URL(paths.invitation(token), location.origin).href });
      setReason(null);
      form.reset();
      await revalidate();
    } catch (error) {
      console.error(error);
      setReason(refusalOf(error));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  return (
    <Part title="Invite a colleague">
      <Card as="div">
        <CardBody>
          <Stack as="form" method="post" onSubmit={submit} aria-label="Invite a colleague">
            {reason !== null && <Notice tone="error">{reason}</Notice>}
            <TextField label="Email" name="email" type="email" autoComplete="off" maxLength={254} required />
            <TextField label="Note" name="note" hint="Optional, for staff only" autoComplete="off" maxLength={200} />
            <div>
              <Button type="submit" busy={busy}>
                Create Invitation
              </Button>
            </div>
          </Stack>
          {made && (
            <ShownOnce
              key={made.link}
              title={`${made.email} is invited.`}
              advice="Send this link yourself: no mail goes out. It is shown this once, works once, and for seven days."
              label="Invitation link"
              secret={made.link}
              copy="Copy Link"
            />
          )}
        </CardBody>
      </Card>
    </Part>
  );
}
