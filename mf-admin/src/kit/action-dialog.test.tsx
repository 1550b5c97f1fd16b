import { expect, test } from 'vitest';
import { isTypedSince } from './action-dialog.tsx';

test.each<[what: string, change: (form: HTMLFormElement) => void, isSince: boolean]>([
  ['nothing', () => undefined, false],
  ['another text', (form) => form.querySelector('input')?.setAttribute('value', 'anders'), true],
  ['a box without its tick', (form) => form.querySelector('[type=checkbox]')?.removeAttribute('checked'), true],
  ['a control that is gone', (form) => form.querySelector('[type=checkbox]')?.remove(), false],
])('%s since a form was sent', (_, change, isSince) => {
  const form = document.createElement('form');
  form.innerHTML = '<input name="title" value="Titel"><input name="open" type="checkbox" checked>';
  const sent = new FormData(form);
  change(form);
  expect(isTypedSince(sent, form)).toBe(isSince);
});
