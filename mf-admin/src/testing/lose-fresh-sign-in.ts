import { staffClient } from '@ki/shared/data/clients.ts';
import { serviceClient } from '@ki/shared/testing/given.ts';

/**
 * Ends the session at the server, as one that began long ago counts for it: the page's access token stays valid.
 * `known` is the server's own token where another service changed it.
 */
export async function loseFreshSignIn(known = (token: string) => token): Promise<void> {
  const { data } = await (await staffClient()).auth.getSession();
  const { error } = await serviceClient().auth.admin.signOut(known(data.session?.access_token ?? ''), 'local');
  if (error) throw error;
}
