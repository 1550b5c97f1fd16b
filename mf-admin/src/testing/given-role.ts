import { staffClient } from '@ki/shared/data/clients.ts';
import { sessionStore, signIn, signUp } from '@ki/shared/session/session-store.ts';
import { newText, serviceClient, unique } from '@ki/shared/testing/given.ts';
import { until } from '@ki/shared/testing/until.ts';
import { expect, onTestFinished } from 'vitest';
import { givenPost } from './given.ts';
import { signInAdmin } from './open-admin.ts';

/** Ends this session alone: Sign Out ends all of its account, the administrator's in other test files, too. */
export async function leave(): Promise<void> {
  await (await staffClient()).auth.signOut({ scope: 'local' });
  await until('the end of the session', () => sessionStore.getState().status === 'anonymous');
}

/** Signs in as a new account, to which the demo administrator gave a role, until the test ends. */
export async function givenRole(role: 'editor' | 'author'): Promise<void> {
  onTestFinished(leave);
  const email = `${unique('rolle-')}@example.com`;
  expect(await signUp(email, 'geheim-1')).toBeNull();
  expect(await signIn(email, 'geheim-1')).toBeNull();
  const account = sessionStore.getState().user?.id ?? '';
  await leave();
  await signInAdmin();
  expect((await (await staffClient()).rpc('set_role', { account, role })).error).toBeNull();
  await leave();
  expect(await signIn(email, 'geheim-1')).toBeNull();
}

/** A draft of a post that the account which is signed in created. */
export async function givenOwnPost() {
  const slug = newText('posts', 'slug', 'rolle-');
  const post = { title: slug, slug, content: 'Text', published_at: null };
  const { data } = await (await staffClient()).from('posts').insert(post).select('id').single().throwOnError();
  return { title: slug, id: data.id };
}

/** Saves a draft of a record as the account that is signed in, by default the administrator. Returns its version. */
export async function saveAsDraft(
  kind: 'posts' | 'ads' | 'courses',
  record: string,
  columns: Readonly<Record<string, unknown>>,
  more: { readonly version?: string; readonly publish_at?: string } = {},
) {
  await signInAdmin();
  const draft = { kind, record, columns: columns as never, ...more };
  return (await (await staffClient()).rpc('save_draft', draft).throwOnError()).data;
}

/** A public post with a draft. */
export async function givenDraft(
  columns: Parameters<typeof saveAsDraft>[2] = { title: 'Entwurf' },
  more?: Parameters<typeof saveAsDraft>[3],
) {
  const post = await givenPost();
  await saveAsDraft('posts', post.id, columns, more);
  return post;
}

export const draftOf = async (record: string) =>
  (await serviceClient().from('drafts').select().eq('record_id', record).maybeSingle().throwOnError()).data;

/** A draft of a post as article generation stores it, by the account that is signed in. */
export async function givenArticle(content = 'Lernende fragen einen Assistenten.') {
  const slug = newText('posts', 'slug', 'artikel-');
  const client = await staffClient();
  const draft = { title: `Titel ${slug}`, slug, content, excerpt: 'Kurz', author: 'Ada Test' };
  const claimed = await client.rpc('claim_article', { idea: draft }).single().throwOnError();
  const stored = await client.rpc('store_article', { receipt: claimed.data.receipt, draft }).single().throwOnError();
  return { ...draft, id: stored.data.id };
}

/**
 * Ends the session at the server, as one that began long ago counts for it: the page's access token stays valid.
 * `known` is the server's own token where another service changed it.
 */
export async function loseFreshSignIn(known = (token: string) => token): Promise<void> {
  const { data } = await (await staffClient()).auth.getSession();
  const { error } = await serviceClient().auth.admin.signOut(known(data.session?.access_token ?? ''), 'local');
  if (error) throw error;
}
