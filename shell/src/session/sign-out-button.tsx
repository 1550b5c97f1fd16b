import { signOut } from '@ki/shared/session/session-store.ts';
import { unsavedInputOf } from '@ki/shared/session/unsaved-input.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';

/** Names the unsaved input that the sign-out deletes. */
export function SignOutButton({ account }: { readonly account: string }) {
  const input = unsavedInputOf(account);
  const leave = () => void signOut();
  if (input.length === 0) {
    return (
      <Button variant="secondary" onClick={leave}>
        Sign Out
      </Button>
    );
  }
  return (
    <Notice
      tone="warning"
      title="This browser has unsaved input of your account, which a sign-out deletes."
      action={
        <Button variant="danger" onClick={leave}>
          Sign Out and Delete
        </Button>
      }
    >
      {input.join(', ')}
    </Notice>
  );
}
