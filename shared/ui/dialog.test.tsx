// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

afterEach(cleanup);

function show(open = true) {
  const onClose = vi.fn();
  const view = render(
    <Dialog open={open} onClose={onClose} title="Prompts, die wirken">
      <p>Inhalt</p>
    </Dialog>,
  );
  return { onClose, ...view };
}

const dialog = () => screen.getByRole<HTMLDialogElement>('dialog', { hidden: true });

test('an open dialog is modal and named by its title', () => {
  show();
  expect(dialog().open).toBe(true);
  expect(screen.getByRole('dialog', { name: 'Prompts, die wirken' })).toBe(dialog());
});

test('a closed dialog is not shown', () => {
  show(false);
  expect(dialog().open).toBe(false);
});

test('the close button, Escape and a click on the backdrop call onClose', () => {
  const { onClose } = show();
  fireEvent.click(screen.getByRole('button', { name: 'Schliessen' }));
  fireEvent(dialog(), new Event('cancel', { cancelable: true }));
  fireEvent.mouseDown(dialog());
  fireEvent.click(dialog());
  expect(onClose).toHaveBeenCalledTimes(3);
});

test('a click inside, or one that began inside, does not call onClose', () => {
  const { onClose } = show();
  fireEvent.click(screen.getByText('Inhalt'));
  fireEvent.mouseDown(screen.getByText('Inhalt'));
  fireEvent.click(dialog());
  expect(onClose).not.toHaveBeenCalled();
});

test('unmounting closes the dialog, so that the focus returns', () => {
  const { unmount } = show();
  const element = dialog();
  unmount();
  expect(element.open).toBe(false);
});

/** Server HTML with an open dialog, and a function that hydrates it. */
function renderOnServer() {
  const onClose = vi.fn();
  const page = (
    <Dialog open onClose={onClose} title="Prompts, die wirken">
      <p>Inhalt</p>
    </Dialog>
  );
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(page);
  return { onClose, hydrate: () => render(page, { container, hydrate: true }) };
}

test('a server-rendered dialog is open before hydration and modal after it', () => {
  const { onClose, hydrate } = renderOnServer();
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
  const { onClose, hydrate } = renderOnServer();
  dialog().removeAttribute('open');
  hydrate();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(dialog().open).toBe(false);
});
