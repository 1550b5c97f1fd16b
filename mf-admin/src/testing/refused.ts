import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { buttonIn } from './open-admin.ts';

/** The words of the database. */
export const REASONS = {
  ofOthers: 'Authors change only what they created.',
  public: /^Authors do not change what is published: save a draft/,
  publicOfOthers: /^Editors publish only what they created: save a draft/,
  publishers: 'Only publishers may do this.',
} as const;

export type Reason = (typeof REASONS)[keyof typeof REASONS];

/** Presses a button of a row, and that of its dialog. The row says the reason, and is as before in all else. */
export async function expectRefused(user: UserEvent, row: HTMLElement, name: string, reason: Reason): Promise<void> {
  const before = row.textContent;
  const button = buttonIn(row, name);
  await user.click(button);
  const dialog = screen.queryByRole('dialog');
  if (dialog) await user.click(within(dialog).getByRole('button', { name }));
  // A dialog gives the focus back in browsers only.
  else expect(document.activeElement).toBe(button);
  const alert = await within(row).findByText(reason);
  expect(alert.closest('[role=alert]')).not.toBeNull();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(row.textContent?.replace(alert.textContent, '')).toBe(before);
  expect(row.isConnected).toBe(true);
}
