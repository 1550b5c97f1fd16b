import { afterEach, expect, test } from 'vitest';
import { type CounterpartOf, followElements } from './counterparts.ts';

const PAGE = `
  <header><button type="button" class="menu">Menü</button></header>
  <form><input name="suche" aria-label="Suche"><input type="checkbox" name="neu"><textarea name="text"></textarea>
    <select name="stufe"><option>eins<option>zwei</select></form>
  <article><h2>Erstes</h2><button type="button" class="more">Mehr</button></article>
  <article><h2>Zweites</h2><button type="button" class="more">Mehr</button></article>
  <details><summary>Mitschrift</summary>Text</details>`;

let following = new AbortController();
let container = document.createElement('div');
afterEach(() => {
  following.abort();
  container.remove();
});

function open(html = PAGE): CounterpartOf {
  following = new AbortController();
  container = document.createElement('div');
  container.innerHTML = html;
  document.body.append(container);
  return followElements(container, following.signal);
}

/** As React does after a mismatch: other elements, in one task. */
async function renderAnew(html = PAGE): Promise<void> {
  container.innerHTML = html;
  await Promise.resolve();
}

const at = <Kind extends HTMLElement>(selector: string, index = 0): Kind =>
  container.querySelectorAll<Kind>(selector)[index] ?? expect.unreachable();

test('an element that is still there is its own counterpart', () => {
  const counterpartOf = open();
  expect(counterpartOf(at('.menu'))).toBe(at('.menu'));
});

test.each([
  ['the translated button', '.menu', 0, (html: string) => html.replace('Menü', 'Menu')],
  ['the button with a class of an extension', '.menu', 0, (html: string) => html.replace('"menu"', '"menu extension"')],
  ['the button of the same card', '.more', 1, (html: string) => html],
  [
    'the button of the card after one that is gone',
    '.more',
    1,
    (html: string) => html.replace(/<article>.*?<\/article>/, ''),
  ],
])('%s is found', async (_what, selector, index, change) => {
  const counterpartOf = open(change(PAGE));
  const used = at(selector, container.querySelectorAll(selector).length > index ? index : 0);
  await renderAnew();
  expect(counterpartOf(used)).toBe(at(selector, index));
});

test('a button that only an extension has, has no counterpart', async () => {
  const counterpartOf = open(`<button type="button">Vorlesen</button>${PAGE}`);
  const foreign = at('button');
  await renderAnew();
  expect(counterpartOf(foreign)).toBeNull();
});

test('what was typed, chosen and unfolded is in the new elements, as are focus and selection', async () => {
  open();
  const field = at<HTMLInputElement>('[name=suche]');
  field.value = 'Prompts';
  field.focus();
  field.setSelectionRange(2, 4);
  at<HTMLInputElement>('[name=neu]').checked = true;
  at<HTMLTextAreaElement>('textarea').value = 'ein Text';
  at<HTMLSelectElement>('select').selectedIndex = 1;
  at<HTMLDetailsElement>('details').open = true;
  await renderAnew();
  const current = at<HTMLInputElement>('[name=suche]');
  expect(current).not.toBe(field);
  expect(document.activeElement).toBe(current);
  expect([current.value, current.selectionStart, current.selectionEnd]).toEqual(['Prompts', 2, 4]);
  expect(at<HTMLInputElement>('[name=neu]').checked).toBe(true);
  expect(at<HTMLTextAreaElement>('textarea').value).toBe('ein Text');
  expect(at<HTMLSelectElement>('select').value).toBe('zwei');
  expect(at<HTMLDetailsElement>('details').open).toBe(true);
});

test('a field that was left gets no focus', async () => {
  open();
  const field = at<HTMLInputElement>('[name=suche]');
  field.focus();
  field.blur();
  await Promise.resolve();
  await renderAnew();
  expect(document.activeElement).toBe(document.body);
});
