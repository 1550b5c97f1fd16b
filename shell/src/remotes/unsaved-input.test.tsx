import { afterEach, expect, test } from 'vitest';
import { hasUnsavedInput, watchInput } from './recovery.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

function page(html: string): HTMLInputElement {
  document.body.innerHTML = html;
  return document.querySelector('input') as HTMLInputElement;
}

test('a page without input has nothing to lose', () => {
  page('<input value="vorgegeben"><input type="checkbox" checked>');
  watchInput();
  expect(hasUnsavedInput()).toBe(false);
});

test('text that was typed before the script ran counts as unsaved', () => {
  page('<input>').value = 'halb fertig';
  watchInput();
  expect(hasUnsavedInput()).toBe(true);
});

test('text that is typed later counts as unsaved while its field exists', () => {
  const field = page('<form><input></form>');
  watchInput();
  field.dispatchEvent(new Event('input', { bubbles: true }));
  expect(hasUnsavedInput()).toBe(true);
  field.form?.remove();
  expect(hasUnsavedInput()).toBe(false);
});

test('a form with a beforeunload listener counts as unsaved without any filled field', () => {
  const ask = (event: Event) => event.preventDefault();
  addEventListener('beforeunload', ask);
  expect(hasUnsavedInput()).toBe(true);
  removeEventListener('beforeunload', ask);
  expect(hasUnsavedInput()).toBe(false);
});
