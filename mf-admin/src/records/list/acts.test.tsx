import { stored, unique } from '@ki/shared/testing/given.ts';
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { addresses } from '../../addresses.ts';
import { savedState } from '../../kit/list-place.ts';
import { givenAd, givenMatrixWorkshop, givenPlace, givenPost } from '../../testing/given.ts';
import { openAdmin, rowOf } from '../../testing/open-admin.ts';
import { RecordTitle } from './columns.tsx';

const LATER = { published_at: '2099-01-01T00:00:00Z' };
const MOVE = 'Move to Category…';
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` });

test('posts of a page are published together; a refused one stays chosen and says why; Undo takes all back', async () => {
  const mark = unique('mehrere');
  const given = [{ published_at: null }, LATER, {}];
  const posts = await Promise.all(given.map((values, place) => givenPost({ title: `${mark} ${place}`, ...values })));
  const published = () => Promise.all(posts.map(async ({ id }) => (await stored('posts', id))?.published_at));
  const [before, left] = [await published(), `${mark} 2`];
  const { user } = await openAdmin(`/admin?q=${mark}`);
  await user.click(await box('all'));
  expect((await screen.findByText('3 posts selected')).role).toBe('status');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  const dialog = await screen.findByRole('dialog', { name: 'Publish 3 posts?' });
  await user.click(within(dialog).getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText('2 posts were published.')).toBeTruthy();
  await screen.findByText('1 post selected, 1 refused');
  expect(await screen.findAllByText('Saved just now')).toHaveLength(2);
  const reason = 'It is public, and no change of it waits for publication.';
  expect(within(await rowOf(left)).getByText(reason)).toBeTruthy();
  expect([(await box(left)).checked, (await box('all')).checked]).toEqual([true, false]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('2 records are as before.')).toBeTruthy();
  expect(await published()).toEqual(before);
});

test.each([
  ['ads', addresses.ads, givenAd, ['Delete']],
  ['posts', '/admin', givenPost, [MOVE, 'Delete']],
  ['drafts', '/admin', () => givenPost({ published_at: null }), ['Publish', MOVE, 'Delete']],
  ['scheduled', '/admin', () => givenPost(LATER), ['Publish', 'Unschedule', MOVE, 'Delete']],
  ['matrix', addresses.matrix, async () => givenMatrixWorkshop(await givenPlace()), [MOVE, 'Delete']],
])('the acts of %s', async (_, address, given, acts) => {
  const { title } = await given();
  const { user } = await openAdmin(address);
  await user.click(await box(title));
  const bar = (await screen.findByText(/^1 .* selected$/)).parentElement;
  expect(bar?.textContent).toMatch(new RegExp(`selected${acts.join('')}Clear Selection$`));
});

test('a row says that it was saved, and why its draft was not published at its time', () => {
  const draft = { publishAt: null, failure: 'Grund' };
  render(<RecordTitle id="1" title="Titel" to="/edit" draft={draft} />, {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[{ state: savedState('1') }]}>{children}</MemoryRouter>,
  });
  expect(screen.getByText('Saved just now')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Grund' }).getAttribute('href')).toBe('/edit');
});
