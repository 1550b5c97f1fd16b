import { draftsOf } from '@ki/shared/session/drafts.ts';
import { signOut } from '@ki/shared/session/session-store.ts';
import { useSession } from '@ki/shared/session/use-session.ts';
import { useState } from 'react';
import { useSubmit } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { ActionDialog } from './action-dialog.tsx';

/** Signs out, after a question where this deletes drafts: whoever uses the browser next must not find them. */
export function useSignOut() {
  const { user } = useSession();
  const submit = useSubmit();
  const [drafts, setDrafts] = useState<readonly string[]>([]);

  const ask = () => {
    const found = user ? draftsOf(user.id) : [];
    setDrafts(found);
    // A navigation, so that a form whose draft could not be stored can block it.
    if (found.length === 0) void submit(null, { method: 'post', action: addresses.signOut });
  };

  const question = drafts.length > 0 && (
    <ActionDialog
      title="Sign out and delete your drafts?"
      action="Sign Out and Delete"
      cancel="Stay Signed In"
      isDangerous
      onSubmit={() => void signOut()}
      onClose={() => setDrafts([])}
    >
      <p>
        These drafts are stored in this browser only, and a sign-out deletes them. Save those that you want to keep.
      </p>
      <ul>
        {drafts.map((draft, index) => (
          <li key={index} lang="de">
            {draft}
          </li>
        ))}
      </ul>
    </ActionDialog>
  );
  return { ask, question };
}
