// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
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
