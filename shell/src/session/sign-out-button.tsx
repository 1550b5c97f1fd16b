import { draftsOf } from '@ki/shared/session/drafts.ts';
import { signOut } from '@ki/shared/session/session-store.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';

/** Names the drafts that the sign-out deletes. */
export function SignOutButton({ account }: { readonly account: string }) {
  const drafts = draftsOf(account);
  const leave = () => void signOut();
  if (drafts.length === 0) {
    return (
      <Button variant="secondary" onClick={leave}>
        Sign Out
      </Button>
    );
  }
  return (
    <Notice
      tone="warning"
      title="This browser has unsaved drafts of your account, which a sign-out deletes."
      action={
        <Button variant="danger" onClick={leave}>
          Sign Out and Delete
        </Button>
      }
    >
      {drafts.join(', ')}
    </Notice>
  );
}
