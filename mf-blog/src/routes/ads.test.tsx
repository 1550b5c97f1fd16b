import { connect, reader } from '@ki/shared/data/clients.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { pickAd } from '../data/ads.ts';
import { remote } from '../module.ts';
import { givenAd, givenCourse, givenPost, givenWorkshop } from '../testing/given.ts';

/** Ids of the seeded ads. They are inactive during the tests, so that a page can only pick the test's own ad. */
let seeded: readonly string[] = [];
beforeAll(async () => {
  const { data } = await serviceClient().from('ads').update({ is_active: false }).eq('is_active', true).select('id');
  seeded = data?.map(({ id }) => id) ?? [];
});
afterAll(async () => {
  await serviceClient()
    .from('ads')
    .update({ is_active: true })
    .in('id', [...seeded]);
});

const banner = async (address = '/') => {
  renderRoute(remote.routes, address);
  return screen.findByRole('region', { name: 'Angebot' });
};

test("Headline 'Kann Ihr Team KI?' for type team, then description and a call-to-action link", async () => {
  await givenAd({ type: 'team', cta_text: 'Jetzt ansehen', cta_url: 'https://example.org/x' });
  const ad = within(await banner());
  expect(ad.getByText('Kann Ihr Team KI?')).toBeTruthy();
  expect(ad.getByText('Eigener Untertitel')).toBeTruthy();
  expect(ad.getByText('Worum es geht')).toBeTruthy();
  expect(ad.getByRole('link', { name: 'Jetzt ansehen' }).getAttribute('href')).toBe('https://example.org/x');
});

test.each(['//example.org', '/\\example.org', 'javascript:alert(1)'])(
  'An ad whose address may not be linked has no link: %s',
  async (address) => {
    // The database rejects such an address, so the response is mocked.
    const words = { subtitle: 'Unter', description: 'Worum es geht', cta_text: 'Jetzt ansehen' };
    const { url, publishableKey: key } = inject('backend');
    onTestFinished(() => connect({ url, key }));
    connect({
      url,
      key,
      fetch: (input, init) =>
        String(input instanceof Request ? input.url : input).includes('/rest/v1/shown_ads')
          ? Promise.resolve(Response.json([{ type: 'team', offer_title: null, ...words, cta_url: address }]))
          : fetch(input, init),
    });
    const ad = within(await banner());
    expect(ad.getByText('Jetzt ansehen')).toBeTruthy();
    expect(ad.queryByRole('link')).toBeNull();
  },
);

test.each(['individual', 'other'])("Headline 'Können Sie KI?' for type %s", async (type) => {
  await givenAd({ type });
  expect(within(await banner()).getByText('Können Sie KI?')).toBeTruthy();
});

test('A team ad with an offer says that the workshop makes it possible', async () => {
  const workshop = await givenWorkshop('KI im Team');
  await givenAd({ type: 'team', offer_id: workshop.id });
  const ad = within(await banner());
  expect(ad.getByText('Unser Workshop „KI im Team“ macht es möglich.')).toBeTruthy();
  expect(ad.queryByText('Eigener Untertitel')).toBeNull();
});

test('Any other ad with an offer says that the online course makes it possible', async () => {
  const course = await givenCourse({ title: 'Prompts', is_published: true });
  await givenAd({ type: 'other', offer_id: course.id });
  expect(within(await banner()).getByText('Unser Online-Kurs „Prompts“ macht es möglich.')).toBeTruthy();
});

test("When the offer is not public, the ad's own subtitle is shown", async () => {
  const course = await givenCourse({ title: 'Entwurf', is_published: false });
  await givenAd({ type: 'individual', offer_id: course.id });
  expect(within(await banner()).getByText('Eigener Untertitel')).toBeTruthy();
});

test('One active ad is shown, in one turn the same for all readers, over many turns each of them', async () => {
  const subtitles = ['Erster', 'Zweiter', 'Dritter'];
  for (const subtitle of subtitles) await givenAd({ type: 'other', subtitle });
  const shownIn = async (turn: number) => (await pickAd(await reader(), turn))?.subtitle;
  const turns = Array.from({ length: 20 }, (_, turn) => turn);
  const shown = await Promise.all(turns.map(shownIn));
  expect(await Promise.all(turns.map(shownIn))).toEqual(shown);
  expect(new Set(shown)).toEqual(new Set(subtitles));
});

test('Nothing is shown with no active ads', async () => {
  await givenAd({ type: 'team', is_active: false });
  renderRoute(remote.routes, '/');
  await screen.findAllByRole('link', { name: /^LESEN/ });
  await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull());
  expect(screen.queryByRole('region', { name: 'Angebot' })).toBeNull();
});

test('After the second post in the list an ad banner block is inserted', async () => {
  await givenAd({ type: 'team' });
  const ad = await banner();
  const before = screen
    .getAllByRole('link', { name: /^LESEN/ })
    .filter((link) => ad.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_PRECEDING);
  expect(before).toHaveLength(2);
});

test('A promo block is inserted before the first second-level heading of a post', async () => {
  await givenAd({ type: 'team' });
  const { slug } = await givenPost({ content: 'Anfang\n\n### Tiefer\n\n## Erster Abschnitt\n\n## Zweiter' });
  const promo = await banner(`/post/${slug}`);
  expect(promo.previousElementSibling?.lastElementChild?.textContent).toBe('Tiefer');
  expect(promo.nextElementSibling?.firstElementChild?.textContent).toBe('Erster Abschnitt');
  expect(screen.getAllByRole('region', { name: 'Angebot' })).toHaveLength(1);
});
