import { connect, reader } from '@ki/shared/data/clients.ts';
import { serviceClient } from '@ki/shared/testing/given.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { pickAd } from '../data/ads.ts';
import { remote } from '../module.ts';
import { givenAd, givenCourse, givenPost, givenWorkshop } from '../testing/given.ts';

/** Ids of the seeded ads. They are inactive during the tests, so that a page can only pick the test's own ad. */
let seeded: readonly string[] = [];
const setActive = (is_active: boolean, ids: readonly string[]) =>
  serviceClient()
    .from('ads')
    .update({ is_active })
    .in('id', [...ids]);
beforeAll(async () => {
  const { data } = await serviceClient().from('ads').select('id').eq('is_active', true);
  seeded = data?.map(({ id }) => id) ?? [];
  await setActive(false, seeded);
});
afterAll(async () => void (await setActive(true, seeded)));

const banner = async (address = '/') => {
  renderRoute(remote.routes, address);
  return screen.findByRole('region', { name: 'Angebot' });
};

test('An ad has its headline, subtitle, description and a call-to-action link', async () => {
  await givenAd({ type: 'team', cta_text: 'Jetzt ansehen', cta_url: 'https://example.org/x' });
  const ad = within(await banner());
  for (const text of ['Kann Ihr Team KI?', 'Eigener Untertitel', 'Worum es geht'])
    expect(ad.getByText(text)).toBeTruthy();
  expect(ad.getByRole('link', { name: 'Jetzt ansehen' }).getAttribute('href')).toBe('https://example.org/x');
});

test('An ad whose address may not be linked has no link', async () => {
  // The database rejects such an address, so the response is mocked.
  const words = { subtitle: 'Unter', description: 'Worum es geht', cta_text: 'Jetzt ansehen' };
  const { url, publishableKey: key } = inject('backend');
  onTestFinished(() => connect({ url, key }));
  connect({
    url,
    key,
    fetch: (input, init) =>
      String(input instanceof Request ? input.url : input).includes('/rest/v1/shown_ads')
        ? Promise.resolve(
            Response.json([{ type: 'team', offer_title: null, ...words, cta_url: 'javascript:alert(1)' }]),
          )
        : fetch(input, init),
  });
  const ad = within(await banner());
  expect(ad.getByText('Jetzt ansehen')).toBeTruthy();
  expect(ad.queryByRole('link')).toBeNull();
});

const givenCourseAd = (title: string, is_published: boolean) => () => givenCourse({ title, is_published });

test.each([
  ['team', 'workshop', () => givenWorkshop('KI im Team'), 'Unser Workshop „KI im Team“ macht es möglich.'],
  ['other', 'public course', givenCourseAd('Prompts', true), 'Unser Online-Kurs „Prompts“ macht es möglich.'],
  ['individual', 'course that is not public', givenCourseAd('Entwurf', false), 'Eigener Untertitel'],
])('An ad of type %s with a %s has its headline and subtitle', async (type, _, offer, subtitle) => {
  await givenAd({ type, offer_id: (await offer()).id });
  const ad = within(await banner());
  expect(ad.getByText(type === 'team' ? 'Kann Ihr Team KI?' : 'Können Sie KI?')).toBeTruthy();
  expect(ad.getByText(subtitle)).toBeTruthy();
  expect(ad.queryAllByText('Eigener Untertitel')).toHaveLength(subtitle === 'Eigener Untertitel' ? 1 : 0);
});

test('One active ad is shown, in one turn the same for all readers, and any ad can follow any other', async () => {
  for (const subtitle of ['Erster', 'Zweiter', 'Dritter']) await givenAd({ type: 'other', subtitle });
  const shownIn = async (turn: number) => (await pickAd(await reader(), turn))?.subtitle;
  const turns = Array.from({ length: 60 }, (_, turn) => turn);
  const shown = await Promise.all(turns.map(shownIn));
  expect(await Promise.all(turns.slice(0, 20).map(shownIn))).toEqual(shown.slice(0, 20));
  expect(new Set(shown.slice(1).map((ad, index) => `${shown[index]}, ${ad}`)).size).toBe(9);
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
