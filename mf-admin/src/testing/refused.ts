import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';

/** The words of the database. */
export const REASONS = {
  ofOthers: 'Authors change only what they created.',
  public: /^Authors do not change what is published: save a draft/,
  publicOfOthers: /^Editors publish only what they created: save a draft/,
  publishers: 'Only publishers may do this.',
} as const;

type Reason = (typeof REASONS)[keyof typeof REASONS];

const isRefused = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true';

const reasonOf = (button: HTMLElement) =>
  (button.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '');

/** The button says why it is disabled, can have the focus, and does nothing. */
export async function expectRefused(button: HTMLElement, reason: Reason): Promise<void> {
  await waitFor(() => expect(isRefused(button)).toBe(true));
  expect(reasonOf(button)).toContainEqual(typeof reason === 'string' ? reason : expect.stringMatching(reason));
  button.focus();
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
}

export const expectAllowed = (button: HTMLElement) => expect(isRefused(button)).toBe(false);

/** The buttons of a row of a table, of a list or of a grid, by a text in it. */
export async function buttonsOf(text: string) {
  const row = (await screen.findByText(text)).closest<HTMLElement>('tr, li, article');
  if (!row) throw new Error(`“${text}” is in no row`);
  return (name: string | RegExp) => within(row).getAllByRole('button', { name })[0] as HTMLElement;
}
