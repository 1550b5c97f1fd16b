import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { MatrixBrowser } from '../../components/matrix-browser.tsx';
import { sentFor } from '../../model/listing.ts';
import { START } from '../../model/view.ts';
import { cards, chip, counter, open, readMatrix, SEEDED, searchBox } from '../../testing/open-matrix.ts';
import { filterBeforeHydration } from './filter-before-hydration.ts';

let listening: AbortController;
beforeAll(async () => void (await readMatrix()));
beforeEach(() => {
  listening = new AbortController();
  onTestFinished(() => {
    listening.abort();
    document.body.replaceChildren();
  });
});

const type = (value: string) => fireEvent.input(searchBox(), { target: { value } });
const press = (name: string) => fireEvent.click(chip(name));

const STEPS: readonly (() => void)[] = [
  () => type('k'),
  () => type('KI'),
  () => press('GL: Grundlagen und Einordnung'),
  () => press('RE: Recht und Ethik'),
  () => press('Aufbau'),
  () => type(''),
  () => press('GL: Grundlagen und Einordnung'),
  () => type('gibt-es-nicht'),
  () => press('Aufbau'),
  () => type('  ch'),
  () => press('RE: Recht und Ethik'),
  () => type(''),
];

/** The visible state of the page. */
const found = () => ({
  count: screen.getByRole('status').textContent,
  titles: cards().map((card) => card.querySelector('a')?.textContent),
  pressed: screen.queryAllByRole('button', { pressed: true }).map((button) => button.textContent),
  clear: screen.queryAllByRole('button', { name: 'Clear all' }).length,
  nothing: screen.queryAllByRole('link', { name: 'Clear all filters to see all workshops' }).length,
});

/** Replaces the open page by its HTML, without React. */
async function takeDocument() {
  await screen.findByText(/^Showing /);
  const html = document.body.innerHTML;
  cleanup();
  document.body.innerHTML = `<main>${html}</main>`;
}

test('the pre-hydration filter shows the same as React after each step', async () => {
  open();
  await takeDocument();
  filterBeforeHydration(listening.signal);
  const early = STEPS.map((step) => {
    step();
    return found();
  });
  document.body.replaceChildren();

  open();
  await counter(SEEDED);
  for (const [index, step] of STEPS.entries()) {
    step();
    await screen.findByText(early[index]?.count ?? '');
    await expect.poll(found, { message: `step ${index}`, timeout: 8_000 }).toEqual(early[index]);
  }
  expect(new Set(early.map(({ count }) => count)).size).toBeGreaterThan(6);
}, 60_000);

test('applies text that was typed before the script was loaded', async () => {
  open();
  await takeDocument();
  searchBox().value = 'chatbot';
  filterBeforeHydration(listening.signal);
  await counter(2);
  expect(cards()).toHaveLength(2);
});

test('undoes its changes when it hands over to React', async () => {
  open();
  await takeDocument();
  const before = found();
  const end = filterBeforeHydration(listening.signal);
  press('Aufbau');
  await counter(18);
  end?.();
  expect(found()).toEqual(before);
});

const openExcerpt = async () => {
  const { axes, workshops } = await readMatrix();
  const many = [1, 2].flatMap((part) => workshops.map((workshop) => ({ ...workshop, id: `${workshop.id}-${part}` })));
  const sent = sentFor(START, { axes, workshops: many });
  renderRoute([{ path: '/course-matrix', Component: () => <MatrixBrowser matrix={sent} /> }], '/course-matrix');
};

test.each([
  ['with a filter in its address', 18, () => open('/course-matrix?stufe=N1')],
  ['as a table', 0, () => open('/course-matrix?ansicht=matrix')],
  ['with an excerpt of a large matrix', 100, openExcerpt],
])('does nothing in a document without all cards: %s', async (_, count, openPage) => {
  await openPage();
  await takeDocument();
  const before = found();
  expect(before.titles).toHaveLength(count);
  expect(filterBeforeHydration(listening.signal)).toBeUndefined();
  type('gibt-es-nicht');
  expect(found()).toEqual(before);
});
