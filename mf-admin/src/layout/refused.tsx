import { signOut } from '@ki/shared/session/session-store.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { PageHead } from '../records/page-head.tsx';

/** For accounts that exist but are not staff: while sign-up is by invitation, anyone not invited. */
export function Refused({ email }: { readonly email: string }) {
  return (
    <Stack>
      <PageHead title="No access" />
      <Notice
        tone="error"
        title="This account has no access to the admin area."
        action={<Button onClick={() => void signOut()}>Sign Out</Button>}
      >
        You are signed in as {email}. Ask an administrator to invite this address, or sign in with another account.
      </Notice>
    </Stack>
  );
}
