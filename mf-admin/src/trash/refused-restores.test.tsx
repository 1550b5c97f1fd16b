import { staffClient } from '@ki/shared/data/clients.ts';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { afterEach, expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenAd, givenPost, givenPrompt } from '../testing/given.ts';
import { givenOwnPost, givenRole } from '../testing/given-role.ts';
import { leave } from '../testing/leave.ts';
import { openAdmin } from '../testing/open-admin.ts';
import { expectAllowed, expectRefused, REASONS } from '../testing/refused.ts';
import { trashRowOf } from '../testing/trash-row.ts';

afterEach(leave);

const trashed = (table: 'posts' | 'ads' | 'prompts' | 'workflows', { id }: { readonly id: string }) =>
  serviceClient().from(table).delete().eq('id', id).throwOnError();

const restoreOf = async (view: Awaited<ReturnType<typeof openAdmin>>, title: string) =>
  (await trashRowOf(view, title)).getByRole('button', { name: 'Restore' });

test('an author restores what is own, and nothing of others', async () => {
  await givenRole('author');
  const own = await givenOwnPost();
  await (await staffClient()).from('posts').delete().eq('id', own.id).throwOnError();
  const ad = await givenAd({ is_active: false });
  const prompt = await givenPrompt();
  await trashed('ads', ad);
  await trashed('prompts', prompt);
  const view = await openAdmin(addresses.trash);
  await expectRefused(await restoreOf(view, prompt.name), REASONS.publishers);
  await expectRefused(await restoreOf(view, ad.title), REASONS.ofOthers);
  const restore = await restoreOf(view, own.title);
  expectAllowed(restore);
  await view.user.click(restore);
  await expect
    .poll(async () => (await serviceClient().from('posts').select('id').eq('id', own.id)).data)
    .toHaveLength(1);
});

test('an editor restores drafts of others, and nothing that visitors would see again', async () => {
  await givenRole('editor');
  const shown = await givenPost();
  const draft = await givenPost({ published_at: null });
  await trashed('posts', draft);
  await trashed('posts', shown);
  const run = { workflow_type: 'perplexity_web_search', input_data: { query: 'KI' } };
  const workflow = await serviceClient().from('workflows').insert(run).select('id').single().throwOnError();
  // Roles do not decide about it, and it is in the same list.
  await trashed('workflows', workflow.data);
  const view = await openAdmin(addresses.trash);
  await expectRefused(await restoreOf(view, shown.title), REASONS.publicOfOthers);
  expectAllowed(await restoreOf(view, draft.title));
});
