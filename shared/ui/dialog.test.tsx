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

test('the close button, Escape and a click beside it ask to close', () => {
  const { onClose } = show();
  fireEvent.click(screen.getByRole('button', { name: 'Schliessen' }));
  fireEvent(dialog(), new Event('cancel', { cancelable: true }));
  fireEvent.mouseDown(dialog());
  fireEvent.click(dialog());
  expect(onClose).toHaveBeenCalledTimes(3);
});

test('a click inside, and one that began inside, do not', () => {
  const { onClose } = show();
  fireEvent.click(screen.getByText('Inhalt'));
  fireEvent.mouseDown(screen.getByText('Inhalt'));
  fireEvent.click(dialog());
  expect(onClose).not.toHaveBeenCalled();
});

test('leaving the page closes it, so that the focus goes back', () => {
  const { unmount } = show();
  const element = dialog();
  unmount();
  expect(element.open).toBe(false);
});

/** A page with an open dialog as the server sends it, and what takes it over. */
function come() {
  const onClose = vi.fn();
  const page = (
    <Dialog open onClose={onClose} title="Prompts, die wirken">
      <p>Inhalt</p>
    </Dialog>
  );
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(page);
  return { onClose, adopt: () => render(page, { container, hydrate: true }) };
}

test('one that came open with its document is open before anything runs, and made modal afterwards', () => {
  const { onClose, adopt } = come();
  expect(dialog().open).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Schliessen' }).form?.method).toBe('dialog');
  const modal = vi.spyOn(dialog(), 'showModal');
  adopt();
  expect(modal).toHaveBeenCalledOnce();
  expect(dialog().open).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Schliessen' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('one that was closed before anything ran stays closed, and asks to be', async () => {
  const { onClose, adopt } = come();
  dialog().removeAttribute('open');
  adopt();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(dialog().open).toBe(false);
});
