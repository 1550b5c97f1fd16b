import { staffClient } from '@ki/shared/data/clients.ts';
import { sessionStore } from '@ki/shared/session/session-store.ts';
import { until } from '@ki/shared/testing/until.ts';

/** Ends this session alone: Sign Out ends all of its account, the administrator's in other test files, too. */
export async function leave(): Promise<void> {
  await (await staffClient()).auth.signOut({ scope: 'local' });
  await until('the end of the session', () => sessionStore.getState().status === 'anonymous');
}
