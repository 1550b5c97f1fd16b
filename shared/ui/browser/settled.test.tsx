import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import type { Result } from '../../contract/result.ts';
import { Settled } from './settled.tsx';

let root: Root;
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.useRealTimers();
});

/** Lets React render, which uses `setImmediate`; fake timers do not advance. */
async function drawn(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('a settled result is shown at once, even shortly after the loading text', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { promise, resolve } = Promise.withResolvers<Result<string>>();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <Settled value={promise} loading="Loading...">
      {(result) => (result.ok ? result.data : 'failed')}
    </Settled>,
  );
  await drawn();
  expect(document.body.textContent).toBe('Loading...');
  resolve({ ok: true, data: 'Inhalt' });
  await drawn();
  expect(document.body.textContent).toBe('Inhalt');
});
