import { fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

const onClose = vi.fn();
beforeEach(() => onClose.mockClear());

const page = (open = true) => (
  <Dialog open={open} onClose={onClose} title="Prompts, die wirken">
    <p>Inhalt</p>
  </Dialog>
);
const dialog = () => screen.getByRole<HTMLDialogElement>('dialog', { hidden: true });

test('an open dialog is named by its title; a closed one is not shown', () => {
  const { rerender } = render(page());
  expect([dialog().open, screen.getByRole('dialog', { name: 'Prompts, die wirken' })]).toEqual([true, dialog()]);
  rerender(page(false));
  expect(dialog().open).toBe(false);
});

test('the close button, Escape and a click on the backdrop call onClose', () => {
  render(page());
  fireEvent.click(screen.getByRole('button', { name: 'Schliessen' }));
  fireEvent(dialog(), new Event('cancel', { cancelable: true }));
  fireEvent.mouseDown(dialog());
  fireEvent.click(dialog());
  expect(onClose).toHaveBeenCalledTimes(3);
});

test('a click inside, or one that began inside, does not call onClose', () => {
  render(page());
  fireEvent.click(screen.getByText('Inhalt'));
  fireEvent.mouseDown(screen.getByText('Inhalt'));
  fireEvent.click(dialog());
  expect(onClose).not.toHaveBeenCalled();
});

test('unmounting closes the dialog, so that the focus returns', () => {
  const { unmount } = render(page());
  const element = dialog();
  unmount();
  expect(element.open).toBe(false);
});

/** Shows the HTML of a server with an open dialog, and returns a function that hydrates it. */
function renderOnServer() {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(page());
  return () => render(page(), { container, hydrate: true });
}

test('a server-rendered dialog is open before hydration and modal after it', () => {
  const hydrate = renderOnServer();
  expect(dialog().open).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Schliessen' }).form?.method).toBe('dialog');
  const modal = vi.spyOn(dialog(), 'showModal');
  hydrate();
  expect(modal).toHaveBeenCalledOnce();
  expect(dialog().open).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Schliessen' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a dialog that was closed before hydration stays closed and calls onClose', async () => {
  const hydrate = renderOnServer();
  dialog().removeAttribute('open');
  hydrate();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(dialog().open).toBe(false);
});
