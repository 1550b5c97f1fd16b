import { useBrowser } from '@ki/shared/ui/use-browser.ts';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { type Invitation, invitationToken, readInvitation } from './invitation.ts';

/** The token in the login page's address; the server, which sees no fragment, renders the page without. */
export function useInvitationToken(): string | null {
  const { hash } = useLocation();
  const inBrowser = useBrowser();
  return inBrowser ? invitationToken(hash) : null;
}

interface Answer {
  readonly token: string;
  readonly invitation: Invitation | 'unanswered';
}

/**
 * The database: what the invitation of a token is worth; `null` without a token and until that is known. Whether it can
 * be used is decided when it is accepted, so that nothing depends on this answer.
 */
export function useInvitation(token: string | null): Invitation | 'unanswered' | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    if (token === null) return;
    readInvitation(token).then(
      (invitation) => setAnswer({ token, invitation }),
      (error: unknown) => {
        console.error('invitation:', error);
        setAnswer({ token, invitation: 'unanswered' });
      },
    );
  }, [token]);
  return answer && answer.token === token ? answer.invitation : null;
}
