import { staffClient } from '@ki/shared/data/clients.ts';
import { removeAfterwards, unique } from '@ki/shared/testing/given.ts';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenAd, givenPlace, givenPost, givenPrompt } from '../testing/given.ts';
import { givenRole } from '../testing/given-role.ts';
import { leave } from '../testing/leave.ts';
import { openAdmin } from '../testing/open-admin.ts';
import { buttonIn, expectRefused, REASONS, type Reason, rowOf } from '../testing/refused.ts';
import { trashRowOf } from '../testing/trash-row.ts';

afterEach(leave);

async function ownAd(): Promise<string> {
  const title = unique('Anzeige ');
  removeAfterwards('ads', 'title', title);
  const ad = { title, subtitle: 'S', description: 'D', cta_text: 'Los', cta_url: '/blog', is_active: false };
  await (await staffClient()).from('ads').insert(ad).throwOnError();
  return title;
}
const prompt = async () => (await givenPrompt()).name;

interface Refused {
  readonly role: 'editor' | 'author';
  readonly act: string;
  readonly what: string;
  readonly at: string;
  readonly given: () => Promise<string>;
  readonly reason: Reason;
}

const { ads, prompts } = addresses;
const shown = async () => (await givenAd({ is_active: true })).title;

test.each<Refused>([
  {
    role: 'editor',
    act: 'Delete',
    what: 'an active ad of others',
    at: ads,
    given: shown,
    reason: REASONS.publicOfOthers,
  },
  { role: 'author', act: 'Inactive', what: 'an own ad', at: ads, given: ownAd, reason: REASONS.public },
  { role: 'editor', act: 'Active', what: 'an ad of others', at: ads, given: shown, reason: REASONS.publicOfOthers },
  { role: 'editor', act: 'Set Active', what: 'a prompt', at: prompts, given: prompt, reason: REASONS.publishers },
])(
  'as $role, the row of $what says why $act was refused, and stays',
  async ({ role, act, at, given: make, reason }) => {
    await givenRole(role);
    const title = await make();
    const { user } = await openAdmin(at);
    await expectRefused(user, await rowOf(title), act, reason);
  },
);

test('another press asks again, without the reason of the one before', async () => {
  await givenRole('author');
  const ad = await givenAd({ is_active: false });
  const { user } = await openAdmin(ads);
  const row = await rowOf(ad.title);
  await expectRefused(user, row, 'Delete', REASONS.ofOthers);
  await user.click(buttonIn(row, 'Delete'));
  expect(within(row).queryByText(REASONS.ofOthers)).toBeNull();
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('an editor restores nothing that visitors would see again', async () => {
  await givenRole('editor');
  const post = await givenPost();
  await serviceClient().from('posts').delete().eq('id', post.id).throwOnError();
  const view = await openAdmin(addresses.trash);
  await trashRowOf(view, post.title);
  await expectRefused(view.user, await rowOf(post.title), 'Restore', REASONS.publicOfOthers);
});

test('a refused move is undone, the list says why once, and the button keeps the focus', async () => {
  await givenRole('editor');
  const { level } = await givenPlace();
  const { user } = await openAdmin(addresses.levels);
  const row = await rowOf(level.name);
  const list = row.closest('ol');
  const before = list?.textContent;
  const up = buttonIn(row, 'Move up');
  await user.click(up);
  expect((await screen.findByRole('alert')).textContent).toBe(
    `The new order could not be saved.${REASONS.publishers} The move was undone.`,
  );
  await waitFor(() => expect(list?.textContent).toBe(before));
  expect(document.activeElement).toBe(up);
});
