import { act, cleanup, render } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { ServerHtml } from './server-html.tsx';

afterEach(cleanup);

async function hydrate(html: string) {
  const container = document.createElement('div');
  container.innerHTML = html;
  const complain = vi.spyOn(console, 'error');
  const root = await act(async () => hydrateRoot(container, <ServerHtml>{null}</ServerHtml>));
  expect(complain).not.toHaveBeenCalled();
  complain.mockRestore();
  return { container, root };
}

const served = renderToString(
  <ServerHtml>
    <p>vom Server</p>
  </ServerHtml>,
);

test('hydration without data keeps the HTML of the server', async () => {
  const { container } = await hydrate(served);
  expect(container.textContent).toBe('vom Server');
});

test('later content replaces the HTML of the server', async () => {
  const { container, root } = await hydrate(served);
  await act(async () =>
    root.render(
      <ServerHtml>
        <p>vom Browser</p>
      </ServerHtml>,
    ),
  );
  expect(container.textContent).toBe('vom Browser');
});

test('content is rendered in the browser as usual', () => {
  const { container } = render(
    <ServerHtml>
      <p>hier</p>
    </ServerHtml>,
  );
  expect(container.textContent).toBe('hier');
});
