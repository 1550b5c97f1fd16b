import { useSession } from '@ki/shared/session/use-session.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { PageHead } from '../kit/page-head.tsx';
import { useSignOut } from '../kit/use-sign-out.tsx';

export function NoAccess({ what, remedy }: { readonly what: string; readonly remedy: string }) {
  const { user } = useSession();
  const { ask, question } = useSignOut();
  return (
    <Stack>
      <PageHead title="No access" />
      <Notice
        tone="error"
        title={`This account has no access to ${what}.`}
        action={<Button onClick={ask}>Sign Out</Button>}
      >
        You are signed in as {user?.email}. {remedy}
      </Notice>
      {question}
    </Stack>
  );
}
