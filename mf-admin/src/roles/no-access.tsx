import { signOut } from '@ki/shared/session/session-store.ts';
import { unsavedInputOf } from '@ki/shared/session/unsaved-input.ts';
import { useSession } from '@ki/shared/session/use-session.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useState } from 'react';
import { useSubmit } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { ActionDialog } from '../kit/action-dialog.tsx';
import { PageHead } from '../kit/page-head.tsx';

/** Signs out, after a question where this deletes unsaved input: whoever uses the browser next must not find them. */
export function useSignOut() {
  const { user } = useSession();
  const submit = useSubmit();
  const [titles, setTitles] = useState<readonly string[]>([]);

  const ask = () => {
    const found = user ? unsavedInputOf(user.id) : [];
    setTitles(found);
    // A navigation, so that a form whose input could not be kept can block it.
    if (found.length === 0) void submit(null, { method: 'post', action: addresses.signOut });
  };

  const question = titles.length > 0 && (
    <ActionDialog
      title="Sign out and delete your unsaved input?"
      action="Sign Out and Delete"
      cancel="Stay Signed In"
      isDangerous
      onSubmit={() => void signOut()}
      onClose={() => setTitles([])}
    >
      <p>This input is stored in this browser only, and a sign-out deletes it. Save what you want to keep.</p>
      <ul>
        {titles.map((title, index) => (
          <li key={index} lang="de">
            {title}
          </li>
        ))}
      </ul>
    </ActionDialog>
  );
  return { ask, question };
}

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
