import { expect, test, vi } from 'vitest';
import { startPointerDrag } from './pointer-drag.ts';

const POINTER = { pointerId: 1, bubbles: true, cancelable: true };

function fire(type: string, more: PointerEventInit = {}): void {
  document.body.dispatchEvent(new PointerEvent(type, { ...POINTER, ...more }));
}

/** Presses at the left and moves ten pixels to the right. */
function drag() {
  const listeners = { onStart: vi.fn(), onMove: vi.fn(), onDrop: vi.fn(), onCancel: vi.fn() };
  startPointerDrag(new PointerEvent('pointerdown', POINTER), listeners);
  fire('pointermove', { clientX: 10, buttons: 1 });
  expect(listeners.onStart).toHaveBeenCalledOnce();
  return listeners;
}

test('a drag that Escape cancelled ends without a click on what was dragged', () => {
  const { onCancel, onDrop } = drag();
  const onClick = vi.fn();
  document.body.addEventListener('click', onClick, { once: true });
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  fire('pointerup');
  document.body.click();
  expect([onCancel.mock.calls.length, onDrop.mock.calls.length, onClick.mock.calls.length]).toEqual([1, 0, 0]);
});

test('a pointer that moves without its button cancels the drag', () => {
  const { onCancel, onDrop } = drag();
  fire('pointermove', { clientX: 20, buttons: 2 });
  fire('pointerup');
  expect([onCancel.mock.calls.length, onDrop.mock.calls.length]).toEqual([1, 0]);
});
