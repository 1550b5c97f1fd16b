import { staffClient } from '@ki/shared/data/clients.ts';
import { given, removeAfterwards, type Tables, unique } from '@ki/shared/testing/given.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import {
  givenAd,
  givenCourse,
  givenMatrixWorkshop,
  givenPlace,
  givenPost,
  givenPrompt,
  givenWorkshop,
} from '../testing/given.ts';
import { givenOwnPost, givenRole } from '../testing/given-role.ts';
import { leave } from '../testing/leave.ts';
import { counting, failing } from '../testing/network.ts';
import { openAdmin } from '../testing/open-admin.ts';
import { buttonsOf, expectAllowed, expectRefused, REASONS } from '../testing/refused.ts';

afterEach(leave);

const dashboard = (word: string) => `${addresses.dashboard}?q=${encodeURIComponent(word)}`;

const givenPage = (values: Partial<Tables['pages']['Insert']> = {}) =>
  given('pages', { title: unique('Seite '), slug: unique('seite-'), content: 'Text', ...values });

async function givenOwnAd() {
  const title = unique('Anzeige ');
  removeAfterwards('ads', 'title', title);
  const ad = { title, subtitle: 'S', description: 'D', cta_text: 'Los', cta_url: '/blog', is_active: false };
  await (await staffClient()).from('ads').insert(ad).throwOnError();
  return title;
}

describe('an author', () => {
  test('deletes own drafts of posts, and reads that others’ are not theirs', async () => {
    await givenRole('author');
    const own = await givenOwnPost();
    const other = await givenPost({ title: `${own.title} von anderen`, published_at: null });
    await openAdmin(dashboard(own.title));
    await expectRefused((await buttonsOf(other.title))('Delete'), REASONS.ofOthers);
    expectAllowed((await buttonsOf(own.title))('Delete'));
  });

  test('deletes an own ad that is inactive, and does not activate it', async () => {
    await givenRole('author');
    const own = await givenOwnAd();
    const other = await givenAd({ is_active: false });
    await openAdmin(addresses.ads);
    const ofOthers = await buttonsOf(other.title);
    await expectRefused(ofOthers('Delete'), REASONS.ofOthers);
    await expectRefused(ofOthers('Inactive'), REASONS.ofOthers);
    const ofOwn = await buttonsOf(own);
    await expectRefused(ofOwn('Inactive'), REASONS.public);
    expectAllowed(ofOwn('Delete'));
  });

  test('does not change courses and workshops of others', async () => {
    await givenRole('author');
    const course = await givenCourse();
    await openAdmin(addresses.courses);
    const row = await buttonsOf(course.title);
    await expectRefused(row('Draft'), REASONS.ofOthers);
    await expectRefused(row('Delete'), REASONS.ofOthers);
    expectAllowed(row('Duplicate'));
  });

  test('asks once for a list, a publisher never', async () => {
    const asked = counting('POST', 'rpc/refusals');
    const ad = await givenAd();
    const { unmount } = await openAdmin(addresses.ads);
    await buttonsOf(ad.title);
    unmount();
    await leave();
    expect(asked()).toBe(0);
    await givenRole('author');
    await openAdmin(addresses.ads);
    await expectRefused((await buttonsOf(ad.title))('Delete'), REASONS.ofOthers);
    expect(asked()).toBe(1);
  });
});

describe('an editor', () => {
  test('deletes drafts of others, and no post that visitors see', async () => {
    await givenRole('editor');
    const word = unique('redaktion-');
    const draft = await givenPost({ title: `${word} Entwurf`, published_at: null });
    const shown = await givenPost({ title: `${word} öffentlich` });
    await openAdmin(dashboard(word));
    await expectRefused((await buttonsOf(shown.title))('Delete'), REASONS.publicOfOthers);
    expectAllowed((await buttonsOf(draft.title))('Delete'));
  });

  test('does not publish the courses of others', async () => {
    await givenRole('editor');
    const course = await givenCourse();
    await openAdmin(addresses.courses);
    const row = await buttonsOf(course.title);
    await expectRefused(row('Draft'), REASONS.publicOfOthers);
    expectAllowed(row('Delete'));
  });

  test('whose press comes before the answer reads the reason then', async () => {
    await givenRole('editor');
    const ad = await givenAd({ is_active: true });
    failing('POST', 'rpc/refusals');
    const { user } = await openAdmin(addresses.ads);
    const row = await buttonsOf(ad.title);
    await user.click(row('Active'));
    await screen.findByText(REASONS.publicOfOthers);
    await user.click(row('Delete'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await dialog.findByText(REASONS.publicOfOthers);
  });
});

describe.each(['editor', 'author'] as const)('as %s', (role) => {
  const ofOthers = role === 'author' ? REASONS.ofOthers : REASONS.publicOfOthers;

  test('pages', async () => {
    await givenRole(role);
    const page = await givenPage({ published_at: '2020-01-01T00:00:00Z' });
    await openAdmin(addresses.pages);
    await expectRefused((await buttonsOf(page.title))('Delete'), ofOthers);
  });

  test('workshops', async () => {
    await givenRole(role);
    const workshop = await givenWorkshop();
    await openAdmin(addresses.workshops);
    await expectRefused((await buttonsOf(workshop.title))('Delete'), ofOthers);
  });

  test('prompts', async () => {
    await givenRole(role);
    const prompt = await givenPrompt();
    await openAdmin(addresses.prompts);
    const card = await buttonsOf(prompt.name);
    await expectRefused(card('Set Active'), REASONS.publishers);
    await expectRefused(card('Delete'), REASONS.publishers);
  });

  test('categories', async () => {
    await givenRole(role);
    const category = await given('categories', { name: unique('Kategorie '), slug: unique('kategorie-') });
    await openAdmin(addresses.categories);
    await expectRefused((await buttonsOf(category.name))('Delete'), REASONS.publishers);
  });

  test('the matrix, and the order of its axes', async () => {
    await givenRole(role);
    const place = await givenPlace();
    const workshop = await givenMatrixWorkshop(place);
    const { router } = await openAdmin(`${addresses.matrix}?q=${encodeURIComponent(workshop.title)}`);
    await expectRefused((await buttonsOf(workshop.title))('Delete'), REASONS.publishers);
    await router.navigate(addresses.levels);
    const row = await buttonsOf(place.level.name);
    await expectRefused(row('Delete'), REASONS.publishers);
    await expectRefused(row('Move up'), REASONS.publishers);
    await expectRefused(row(/^Reorder/), REASONS.publishers);
  });

  test('the site is not saved', async () => {
    await givenRole(role);
    await openAdmin(addresses.site);
    await screen.findByText(REASONS.publishers);
    const submit = screen.getByRole<HTMLButtonElement>('button', { name: /^(Update|Save)/ });
    await waitFor(() => expect(submit.disabled || !submit.isConnected).toBe(true));
  });
});
