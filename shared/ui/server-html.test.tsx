import { act, cleanup, render } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { ServerHtml } from './server-html.tsx';

afterEach(cleanup);

async function adopt(html: string) {
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

test('the HTML of the server stays although the browser has no data for it', async () => {
  const { container } = await adopt(served);
  expect(container.textContent).toBe('vom Server');
});

test('what comes after replaces it', async () => {
  const { container, root } = await adopt(served);
  await act(async () =>
    root.render(
      <ServerHtml>
        <p>vom Browser</p>
      </ServerHtml>,
    ),
  );
  expect(container.textContent).toBe('vom Browser');
});

test('with content it renders in the browser like anything else', () => {
  const { container } = render(
    <ServerHtml>
      <p>hier</p>
    </ServerHtml>,
  );
  expect(container.textContent).toBe('hier');
});
