import { signOut } from '@ki/shared/session/session-store.ts';
import { useSession } from '@ki/shared/session/use-session.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { PageHead } from './page-head.tsx';

export interface RefusedProps {
  /** What the account may not see. */
  readonly what: string;
  /** Whom to ask for what. */
  readonly remedy: string;
}

/** For accounts that exist but have no right to something. */
export function Refused({ what, remedy }: RefusedProps) {
  const { user } = useSession();
  return (
    <Stack>
      <PageHead title="No access" />
      <Notice
        tone="error"
        title={`This account has no access to ${what}.`}
        action={<Button onClick={() => void signOut()}>Sign Out</Button>}
      >
        You are signed in as {user?.email}. {remedy}
      </Notice>
    </Stack>
  );
}
