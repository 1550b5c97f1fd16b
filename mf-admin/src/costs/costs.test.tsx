import { unique } from '@ki/shared/testing/given.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { givenAiCall, givenAiPrice, removePriceAfterwards, signInFreshly } from '../testing/given-ai-call.ts';
import { loseFreshSignIn } from '../testing/lose-fresh-sign-in.ts';
import { failing, intercept } from '../testing/network.ts';
import { openAdmin } from '../testing/open-admin.ts';
import type { Costs } from './model/costs.ts';

const ADDRESS = '/admin/workflows/costs';

const sums = (calls: number, cost: number | null, unpriced = 0) => ({
  calls,
  input_tokens: calls * 1000,
  output_tokens: calls * 2000,
  cost,
  unpriced,
});

const NONE: Costs = {
  currency: 'CHF',
  sets_prices: true,
  month: null,
  months: [],
  total: 0,
  people: [],
  prices: [],
  without_price: [],
};

/** Answers as the database would with more calls than a test can make. */
function answering(costs: Partial<Costs>): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  intercept(({ url }) => {
    if (!url.pathname.endsWith('/rpc/ai_costs')) return undefined;
    asked.push(url.searchParams);
    return Promise.resolve(Response.json({ ...NONE, ...costs }));
  });
  return asked;
}

const rowOf = async (table: string, name: string | RegExp) =>
  within(within(await screen.findByRole('table', { name: table })).getByRole('row', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));

test('Operator sees calls, tokens and money by month and person', async () => {
  const model = unique('modell-');
  await givenAiPrice(model, [1000, 2000, 1.5]);
  await givenAiCall({ kind: 'web-search', model, tokens: [1500, 250] });
  await openAdmin(ADDRESS);
  expect(await screen.findByRole('heading', { level: 1, name: 'AI Costs' })).toBeTruthy();
  const person = await rowOf('People', /admin@example\.com/);
  expect(person.getByText(/^CHF \d+\.\d\d/)).toBeTruthy();
  const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' }).format(new Date());
  expect(screen.getByRole('heading', { name: `People in ${month}` })).toBeTruthy();
  expect(screen.getByRole('link', { name: month, current: true })).toBeTruthy();
  const price = await rowOf('Prices', new RegExp(model));
  expect(price.getByText('CHF 1’000.00')).toBeTruthy();
});

test('a month without calls is chosen by its link, and says so', async () => {
  answering({
    month: '2026-10-01',
    months: [
      { ...sums(3, 0.0432, 1), month: '2026-11-01' },
      { ...sums(1200, 1234.5), month: '2026-10-01' },
    ],
    people: [],
  });
  await openAdmin(`${ADDRESS}?month=2026-10`);
  const november = await rowOf('Months', /November 2026/);
  expect(november.getByText('CHF 0.0432, 1 call without a cost')).toBeTruthy();
  expect(november.getByRole('link').getAttribute('href')).toBe(`${ADDRESS}?month=2026-11`);
  const october = await rowOf('Months', /October 2026/);
  expect(october.getByText('1,200')).toBeTruthy();
  expect(october.getByText('1,200,000')).toBeTruthy();
  expect(screen.getByText('No calls in this month')).toBeTruthy();
});

test('hundreds of people have pages; a deleted account is one of them', async () => {
  const deleted = { ...sums(7, null, 7), account: null, address: null };
  const months = [{ ...sums(7, null, 7), month: '2026-11-01' }];
  answering({ month: '2026-11-01', months, total: 250, people: [deleted] });
  await openAdmin(`${ADDRESS}?month=2026-11&page=2`);
  const row = await rowOf('People', /Deleted account/);
  expect(row.getByText('–')).toBeTruthy();
  expect(screen.getByText('Page 2 of 3')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Next page' }).getAttribute('href')).toBe(`${ADDRESS}?month=2026-11&page=3`);
});

test('staff who are no operators see their own calls, and change no price', async () => {
  const price = { model: 'sonar-pro', input_price: 3, output_price: 15, request_price: 0.01 };
  const months = [{ ...sums(7, 1), month: '2026-11-01' }];
  answering({ sets_prices: false, month: '2026-11-01', months, prices: [price] });
  await openAdmin(ADDRESS);
  expect(await screen.findByRole('heading', { name: 'Your calls in November 2026' })).toBeTruthy();
  expect(screen.getByText('Operators see the calls of each person.')).toBeTruthy();
  expect((await rowOf('Prices', /sonar-pro/)).getByText('CHF 0.01')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Price|Change/ })).toBeNull();
});

test('before the first call the page says so, and prices can be set', async () => {
  answering({});
  await openAdmin(ADDRESS);
  expect(await screen.findByText('No AI calls yet')).toBeTruthy();
  expect(screen.getByText('No prices yet')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Add Price' })).toBeTruthy();
});

test('costs that cannot be read show the error', async () => {
  failing('POST', 'rpc/ai_costs');
  await openAdmin(ADDRESS);
  expect(await screen.findByText('The data could not be loaded.')).toBeTruthy();
});

test('Operator gives a model that has none a price, changes it, and deletes it', async () => {
  await signInFreshly();
  const model = unique('modell-');
  removePriceAfterwards(model);
  await givenAiCall({ kind: 'blog-ideas', model, tokens: [1, 1] });
  const { user } = await openAdmin(ADDRESS);
  expect((await rowOf('Prices', new RegExp(model))).getByText('No price')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Set Price', description: model }));
  await user.type((await dialog()).getByRole('spinbutton', { name: 'CHF for a million input tokens' }), '0.3');
  await user.type((await dialog()).getByRole('spinbutton', { name: 'CHF for a million output tokens' }), '2.5');
  await user.click((await dialog()).getByRole('button', { name: 'Set Price' }));
  await user.click(await screen.findByRole('button', { name: 'Change', description: model }));
  const request = (await dialog()).getByRole('spinbutton', { name: 'CHF for a request' });
  await user.clear(request);
  await user.type(request, '0.005');
  await user.click((await dialog()).getByRole('button', { name: 'Change' }));
  await waitFor(async () => expect((await rowOf('Prices', new RegExp(model))).getByText('CHF 0.005')).toBeTruthy());
  expect((await rowOf('Prices', new RegExp(model))).getByText('CHF 0.30')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Delete Price', description: model }));
  await user.click((await dialog()).getByRole('button', { name: 'Delete Price' }));
  await waitFor(async () => expect((await rowOf('Prices', new RegExp(model))).getByText('No price')).toBeTruthy());
});

test('a refused price says why, and keeps what was typed; a long session asks for the password first', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await signInFreshly();
  const model = unique('modell-');
  removePriceAfterwards(model);
  const { user } = await openAdmin(ADDRESS);
  await user.click(await screen.findByRole('button', { name: 'Add Price' }));
  const name = (await dialog()).getByRole<HTMLInputElement>('textbox', { name: 'Model' });
  await user.type(name, `${model} *`);
  await user.type((await dialog()).getByRole('spinbutton', { name: /input tokens/ }), '1');
  await user.type((await dialog()).getByRole('spinbutton', { name: /output tokens/ }), '2');
  // The browser checks the pattern first.
  name.removeAttribute('pattern');
  await user.click((await dialog()).getByRole('button', { name: 'Add Price' }));
  expect((await (await dialog()).findByRole('alert')).textContent).toMatch(/^This is no name of a model; expected/);
  expect(name.value).toBe(`${model} *`);
  await user.clear(name);
  await user.type(name, model);
  await loseFreshSignIn();
  await user.click((await dialog()).getByRole('button', { name: 'Add Price' }));
  await user.type(await (await dialog()).findByLabelText('Your password'), 'lernen-mit-ki');
  await user.click((await dialog()).getByRole('button', { name: 'Add Price' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await rowOf('Prices', new RegExp(model))).getByText('CHF 2.00')).toBeTruthy();
  vi.restoreAllMocks();
});
