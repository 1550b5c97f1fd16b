import { afterEach, expect, test } from 'vitest';
import { hasUnsavedInput, watchInput } from './unsaved-input.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

function page(html: string): HTMLInputElement {
  document.body.innerHTML = html;
  return document.querySelector('input') as HTMLInputElement;
}

test('a page that nobody typed on has nothing to lose', () => {
  page('<input value="vorgegeben"><input type="checkbox" checked>');
  watchInput();
  expect(hasUnsavedInput()).toBe(false);
});

test('what was typed before the script ran counts', () => {
  page('<input>').value = 'halb fertig';
  watchInput();
  expect(hasUnsavedInput()).toBe(true);
});

test('what is typed later counts for as long as its field is there', () => {
  const field = page('<form><input></form>');
  watchInput();
  field.dispatchEvent(new Event('input', { bubbles: true }));
  expect(hasUnsavedInput()).toBe(true);
  field.form?.remove();
  expect(hasUnsavedInput()).toBe(false);
});

test('a form that asks to stay counts, wherever its input is kept', () => {
  const ask = (event: Event) => event.preventDefault();
  addEventListener('beforeunload', ask);
  expect(hasUnsavedInput()).toBe(true);
  removeEventListener('beforeunload', ask);
  expect(hasUnsavedInput()).toBe(false);
});
