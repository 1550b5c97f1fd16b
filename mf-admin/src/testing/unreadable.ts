import { fireEvent, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** As browsers report half a date, or letters in a number: no value, and `badInput`. */
export function makeUnreadable(control: HTMLInputElement): void {
  const validity = { badInput: true, valid: false };
  Object.defineProperty(control, 'validity', { configurable: true, value: validity });
  fireEvent.change(control, { target: { value: '' } });
  fireEvent.blur(control);
}
export function makeReadable(control: HTMLInputElement): void {
  Reflect.deleteProperty(control, 'validity');
}

const described = (control: HTMLElement) =>
  document.getElementById(control.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent;

/** The field says the reason, and has the focus. */
export async function expectRefusedAt(control: HTMLInputElement, reason: string): Promise<void> {
  await waitFor(() => expect(described(control)).toBe(reason));
  expect(control.getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(control));
}
