import { applySite, site } from '@ki/shared/contract/site.ts';
import { longDate } from '@ki/shared/format/dates.ts';
import { serviceClient, stored, type Tables } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenPost, NO_WAITS } from '../testing/given.ts';
import { counting, failing, intercept, respondWith } from '../testing/network.ts';
import { field, fill, openAdmin, storedInput, textsOf } from '../testing/open-admin.ts';
import { SITE_ID, site as siteKind } from './site-record.ts';

const save = async () => fireEvent.click(await screen.findByRole('button', { name: 'Update Site' }));
const row = async () => (await stored('site', SITE_ID)) ?? expect.fail('no site');

const change = (values: Tables['site']['Update']) =>
  serviceClient().from('site').update(values).eq('id', SITE_ID).throwOnError();

/** The row is as before when the test ends. */
async function restoreSite() {
  const { id: _, created_at: _c, updated_at: _u, ...before } = await row();
  onTestFinished(async () => void (await change(before)));
}

async function openSite() {
  await restoreSite();
  return openAdmin(addresses.site);
}

const saved = () => screen.findByText(/^The site is saved/);

test('every column is a field; Cancel brings the stored values back; what was typed is saved, empty texts, too', async () => {
  const { path } = await openSite();
  const fields = Object.values(siteKind.fields);
  await field('Site name');
  const labels = [...document.querySelectorAll('label')].filter(({ control }) => control);
  expect(textsOf(labels)).toEqual(expect.arrayContaining(fields.map(({ label }) => label)));
  const { id, created_at, updated_at, skipped_steps, reading_since, ...columns } = await row();
  expect(fields).toHaveLength(Object.keys(columns).length);
  await fill('Site name', 'Verworfen');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(async () => expect((await field('Site name')).value).toBe(columns.name));

  await fill('Site name', 'Schule Beispiel');
  await fill('Brand color', '#0A7D4F');
  await fill('Social links', ' https://example.org/a \n\nhttps://example.org/b');
  await fill('Workshops intro', ' Kurse am See ');
  await fill('Online courses intro', '');
  await fill('Matrix title', ' Programm am See ');
  await save();
  expect(await saved()).toBeTruthy();
  expect(await row()).toMatchObject({
    ...{ name: 'Schule Beispiel', brand_color: '#0a7d4f' },
    social_links: ['https://example.org/a', 'https://example.org/b'],
    ...{ workshops_intro: 'Kurse am See', courses_intro: '', matrix_title: 'Programm am See' },
  });
  expect(path()).toBe(addresses.site);
  await waitFor(async () => expect((await field('Site name')).value).toBe('Schule Beispiel'));
});

test('wrong values are refused with a reason, and nothing is saved', async () => {
  await openSite();
  const before = await row();
  await fill('Claim', 'Bleibt stehen');
  for (const [label, value, reason] of [
    ['Site name', ' ', 'Site name is required'],
    ['Site name', 'x'.repeat(81), 'Site name must have at most 80 characters'],
    ['Short name', 'x'.repeat(41), 'Short name must have at most 40 characters'],
    ['Brand color', 'blue', 'Brand color must be # and six digits from 0 to f, such as #2347c5'],
    ['Contact e-mail', 'info', 'Contact e-mail must be an address such as info@example.org'],
    ['Social links', 'example.org', 'Social links must be https addresses, one in each line'],
  ] as const) {
    await fill(label, value);
    await save();
    expect(await screen.findByText(reason)).toBeTruthy();
  }
  expect((await field('Claim')).value).toBe('Bleibt stehen');
  expect(await row()).toEqual(before);
});

const formats = async () =>
  Promise.all(['Locale', 'Currency', 'Time zone'].map(async (label) => (await field(label)).value));

test('a country proposes locale, currency and time zone, what was chosen stays; this tab shows all of it once it is saved', async () => {
  const before = site();
  onTestFinished(() => applySite(before));
  const { router } = await openSite();
  expect(await formats()).toEqual(['de-CH', 'CHF', 'Europe/Zurich']);
  const names = textsOf(within(await field('Country')).getAllByRole('option'));
  expect(names.slice(0, 5)).toEqual(['Germany', 'Austria', 'Switzerland', 'Liechtenstein', 'Afghanistan']);
  expect(names).toContain('France');
  expect(names.filter((name) => name === 'Germany')).toHaveLength(1);
  await fill('Country', 'AT');
  await waitFor(async () => expect(await formats()).toEqual(['de-AT', 'EUR', 'Europe/Vienna']));
  await fill('Currency', 'CHF');
  await fill('Country', 'GB');
  await waitFor(async () => expect(await formats()).toEqual(['de-GB', 'CHF', 'Europe/London']));
  await fill('Language', 'en');
  await waitFor(async () => expect(await formats()).toEqual(['en-GB', 'CHF', 'Europe/London']));
  await fill('Currency', 'GBP');
  await fill('Site name', 'Schule am Fluss');
  await save();
  expect(await saved()).toBeTruthy();
  expect(await row()).toMatchObject({ country: 'GB', locale: 'en-GB', currency: 'GBP', time_zone: 'Europe/London' });
  expect(await screen.findByRole('link', { name: 'Schule am Fluss' })).toBeTruthy();
  expect(longDate('2026-03-05T23:30:00Z')).toBe('5 March 2026');
  expect(document.documentElement.lang).toBe('en');
  await router.navigate(addresses.newMatrixWorkshop);
  expect(await screen.findByText('In whole GBP')).toBeTruthy();
});

test('a stored code without a name here is a choice and stays', async () => {
  await restoreSite();
  const rare = { locale: 'nds-DE', currency: 'XBT', country: 'QQ', language: 'nds', time_zone: 'Europe/Busingen' };
  await change(rare);
  await openAdmin(addresses.site);
  await fill('Claim', 'Neu');
  await save();
  expect(await saved()).toBeTruthy();
  expect(await row()).toMatchObject({ ...rare, claim: 'Neu' });
});

test('before it is saved: the preview shows name, colors and claim, the short name follows, too little contrast is said', async () => {
  await openSite();
  await fill('Site name', 'Schule');
  await fill('Site name', 'Noch nicht gespeichert');
  expect((await field('Short name')).value).toBe('Noch nicht gespeichert');
  await fill('Accent color', '#ffd27a');
  await fill('Claim', 'Lernen am See');
  const pageOf = async (caption: string) =>
    (await screen.findByRole('figure', { name: caption })).querySelector<HTMLElement>('[inert]') ?? expect.fail();
  for (const caption of ['Home', 'A post', 'A dark page']) {
    const page = await pageOf(caption);
    await waitFor(() => expect(within(page).getAllByText('Noch nicht gespeichert')).toHaveLength(2));
    await waitFor(() => expect(page.style.getPropertyValue('--c-accent')).toBe('#ffd27a'));
  }
  const home = await pageOf('Home');
  await waitFor(() => expect(home.lastElementChild?.textContent).toBe('Noch nicht gespeichertLernen am See'));
  await fill('Short name', 'See');
  await fill('Site name', 'Schule am Bach');
  expect((await field('Short name')).value).toBe('See');

  for (const [label, color, used, contrast, other] of [
    ['Brand color', '#ffff00', /^#[0-9a-f]{6} is used in place of #ffff00\.$/, /have a contrast of 1\.1:1/, '#0a7d4f'],
    ['Accent color', '#ffffff', /in place of #ffffff for marks on light pages\.$/, /of 1\.2:1/, '#c2410c'],
  ] as const) {
    await fill(label, color);
    expect(await screen.findByText(used)).toBeTruthy();
    expect(screen.getByText(contrast)).toBeTruthy();
    await fill(label, other);
    await waitFor(() => expect(screen.queryByText(used)).toBeNull());
  }
  const accent = home.style.getPropertyValue('--c-accent');
  await fill('Accent color', '#ff');
  expect(home.style.getPropertyValue('--c-accent')).toBe(accent);
});

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path d="M0 0h9"/></svg>';

test('a logo is taken, saved and removed; a bad one is refused and leaves the one before', async () => {
  const { user } = await openSite();
  const svg = (text: string) => new File([text], 'logo.svg', { type: 'image/svg+xml' });
  const shown = () => screen.findByRole<HTMLImageElement>('img', { name: 'Current logo' });
  await user.upload(await field('Logo'), svg(LOGO));
  const { src } = await shown();
  await user.upload(await field('Logo'), svg(LOGO.replace('<path', '<script')));
  expect(await screen.findByText(/^The image contains <script>|not a readable SVG/)).toBeTruthy();
  expect((await shown()).src).toBe(src);
  await save();
  await saved();
  await waitFor(async () => expect((await row()).logo).toBe(`data:image/svg+xml;base64,${btoa(LOGO)}`));
  // The form of the saved version.
  await screen.findByRole('button', { name: 'Update Site' });
  await user.click(await screen.findByRole('button', { name: 'Remove the image' }));
  await save();
  await waitFor(async () => expect((await row()).logo).toBeNull());
});

/** Holds the save of a site until the returned function is called, and then fails the first `reads` of it. */
function heldSave(reads = 0): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  let failed = 0;
  intercept(({ method, url }, pass) => {
    if (!url.pathname.endsWith('/site')) return undefined;
    if (method === 'PATCH') return promise.then(pass);
    failed += 1;
    return failed > reads ? undefined : promise.then(() => Response.json({ message: 'gone' }, { status: 500 }));
  });
  return resolve;
}

test('what is typed while the site is saved stays, is unsaved input of the new version, and the focus stays', async () => {
  const { user } = await openSite();
  await fill('Claim', ' Gespeichert ');
  const release = heldSave();
  await save();
  await fill('Phone', '+41 44 111');
  (await field('Phone')).focus();
  release();
  expect(await saved()).toBeTruthy();
  expect((await field('Claim')).value).toBe('Gespeichert');
  expect(document.activeElement).toBe(await field('Phone'));
  await user.keyboard(' 22 33');
  expect(await row()).toMatchObject({ claim: 'Gespeichert' });
  expect((await field('Phone')).value).toBe('+41 44 111 22 33');
  expect(storedInput()).toHaveLength(2);
  await save();
  await waitFor(async () => expect((await row()).phone).toBe('+41 44 111 22 33'));
  await waitFor(() => expect(storedInput()).toEqual([]));
});

test('a saved site that cannot be read at once is read again, and what was typed meanwhile is restored', async () => {
  await openSite();
  await fill('Claim', 'Gespeichert');
  const release = heldSave(1);
  await save();
  await fill('Phone', '+41 44 222 33 44');
  release();
  expect(await saved()).toBeTruthy();
  expect(await screen.findByText('Your unsaved input was restored.')).toBeTruthy();
  expect((await field('Phone')).value).toBe('+41 44 222 33 44');
});

test('a navigation that follows the message at once asks nothing', async () => {
  const { router, path } = await openSite();
  await fill('Claim', 'Gespeichert');
  const { promise, resolve } = Promise.withResolvers<Promise<void>>();
  const observer = new MutationObserver(() => {
    if (!screen.queryByText(/^The site is saved/)) return;
    observer.disconnect();
    resolve(router.navigate(addresses.newMatrixWorkshop));
  });
  observer.observe(document.body, { childList: true, subtree: true });
  await save();
  await promise;
  expect(path()).toBe(addresses.newMatrixWorkshop);
});

// First steps are kept in the row of the site. Their tests are here, as files run at once.

const OF_OTHERS = ['imprint', 'invitation'];

/** The demo declared all of them not needed. Tests of other files invite people and publish an imprint meanwhile. */
async function openFirstSteps() {
  await restoreSite();
  await change({ skipped_steps: OF_OTHERS });
  return openAdmin('/admin');
}

const card = () => screen.findByRole('region', { name: 'First Steps' });
const stepOf = async (title: string) =>
  within(await card())
    .getByText(title)
    .closest('li') as HTMLElement;

test('the step of the imprint leads to its template', async () => {
  respondWith('rpc/what_waits', { ...NO_WAITS, steps: { done: [], skipped: [] } });
  await openFirstSteps();
  const open = within(await stepOf('Publish the imprint')).getByRole('link', { name: 'Open' });
  expect(open.getAttribute('href')).toBe(addresses.pageTemplates);
});

test('the dashboard shows what to do first; a step that is not needed is ticked for everybody, and the card is dismissed for good', async () => {
  const { user, router } = await openFirstSteps();
  const steps = within(await card());
  expect(steps.getByRole('status').textContent).toBe('3 of 5 done');
  expect(within(await stepOf('Write the first post')).getByText('✓ Done')).toBeTruthy();
  const links = steps.getAllByRole('link', { name: 'Open' }).map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/admin/site', '/admin/site']);
  await router.navigate('/admin?q=nichts-davon');
  await screen.findByText('No posts match your search.');
  expect(screen.queryByRole('region', { name: 'First Steps' })).toBeNull();
  await router.navigate('/admin');

  const skip = async (title: string) =>
    user.click(within(await stepOf(title)).getByRole('button', { name: 'Not Needed' }));
  const repair = failing('POST', 'rpc/skip_first_steps');
  await skip('Choose the colors');
  expect((await within(await card()).findByRole('alert')).textContent).toContain('An error occurred');
  expect(within(await stepOf('Choose the colors')).getByRole('link', { name: 'Open' })).toBeTruthy();
  expect((await row()).skipped_steps).toEqual(OF_OTHERS);
  repair();
  await skip('Choose the colors');
  await within(await stepOf('Choose the colors')).findByText('Not needed');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'First Steps' }));
  expect((await row()).skipped_steps).toEqual(['colors', ...OF_OTHERS]);
  await user.click(within(await card()).getByRole('button', { name: 'Dismiss for Everybody' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First Steps' })).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Dashboard' }));
  expect((await row()).skipped_steps).toEqual(['colors', ...OF_OTHERS, 'name']);
  await router.navigate('/admin');
  await screen.findByRole('table', { name: 'Posts' });
  expect(screen.queryByRole('region', { name: 'First Steps' })).toBeNull();
});

test('publishers are told once which published texts look different, until somebody dismisses the list', async () => {
  await restoreSite();
  // Only posts of this test are older.
  await change({ reading_since: '2002-01-01T00:00:00Z' });
  localStorage.removeItem('former-texts');
  const givenOldPost = (more: object) => givenPost({ updated_at: '2001-01-01T00:00:00Z', ...more });
  const changed = await givenOldPost({ content: 'Für Schüler*innen und Lehrer*innen' });
  const mended = await givenOldPost({ content: '<!-- Notiz --> Für alle' });
  const same = await givenOldPost({ content: '**Für** alle' });
  const draft = await givenOldPost({ content: '5*3*2', published_at: null });
  const { user } = await openAdmin(addresses.dashboard);
  const list = () => screen.findByRole('region', { name: 'Published texts that look different since the update' });
  const link = within(await list()).getByRole('link', { name: changed.title });
  expect(link.getAttribute('href')).toBe(addresses.editPost({ id: changed.id }));
  expect(link.closest('li')?.textContent).toContain('italics or bold');
  expect(within(await list()).getByText(mended.title)).toBeTruthy();
  for (const { title } of [same, draft]) expect(within(await list()).queryByText(title)).toBeNull();
  // Another visit reads the listed records alone.
  await serviceClient().from('posts').update({ content: 'Für alle' }).eq('id', mended.id).throwOnError();
  await user.click(screen.getByRole('link', { name: 'Workflows' }));
  await user.click(await screen.findByRole('link', { name: 'Dashboard' }));
  await waitFor(async () => expect(within(await list()).queryByText(mended.title)).toBeNull());
  await user.click(within(await list()).getByRole('button', { name: 'Dismiss for Everybody' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Dismiss for Everybody' })).toBeNull());
  expect((await row()).reading_since).toBeNull();
  const requests = counting('POST', 'rpc/former_texts');
  await user.click(screen.getByRole('link', { name: 'Workflows' }));
  await user.click(await screen.findByRole('link', { name: 'Dashboard' }));
  await screen.findByRole('table', { name: 'Posts' });
  expect(requests()).toBe(0);
});
