import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { sortedBy } from './model/order.ts';
import { useOrder } from './use-order.tsx';

const rowsOf = (ids: string) => [...ids].map((id) => ({ id }));

test('a move that is stored after the rows of an earlier one were read stays shown', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const save = vi.fn().mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise);
  const { result, rerender } = renderHook(
    (rows) => useOrder({ rows, apply: sortedBy<{ id: string }>, save, onSaved: () => {} }),
    { initialProps: rowsOf('abc') },
  );
  const shown = () => result.current.rows.map(({ id }) => id).join('');
  act(() => result.current.move(['b', 'a', 'c']));
  await act(async () => first.resolve());
  act(() => result.current.move(['b', 'c', 'a']));
  rerender(rowsOf('bac'));
  await act(async () => second.resolve());
  expect(shown()).toBe('bca');
  rerender(rowsOf('bca'));
  expect(shown()).toBe('bca');
});

test('a second move that is refused leaves the first one, which is stored and read again', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const rows = ['a', 'b', 'c'].map((id) => ({ id }));
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const save = vi.fn().mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise);
  const onSaved = vi.fn();
  const { result } = renderHook(() => useOrder({ rows, apply: sortedBy<{ id: string }>, save, onSaved }));
  const shown = () => result.current.rows.map(({ id }) => id).join('');
  act(() => result.current.move(['b', 'a', 'c']));
  act(() => result.current.move(['b', 'c', 'a']));
  expect(shown()).toBe('bca');
  await act(async () => first.resolve());
  await act(async () => second.reject(new Error('refused')));
  expect([shown(), result.current.failed, onSaved.mock.calls.length]).toEqual(['bac', true, 1]);
});
