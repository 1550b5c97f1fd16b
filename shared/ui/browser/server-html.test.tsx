import { act, render } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { ServerHtml } from './server-html.tsx';

const page = (text: string) => (
  <ServerHtml>
    <p>{text}</p>
  </ServerHtml>
);

test('hydration without data keeps the HTML of the server, which later content replaces', async () => {
  const container = document.createElement('div');
  container.innerHTML = renderToString(page('vom Server'));
  const complain = vi.spyOn(console, 'error');
  const root = await act(async () => hydrateRoot(container, <ServerHtml>{null}</ServerHtml>));
  expect(complain).not.toHaveBeenCalled();
  complain.mockRestore();
  expect(container.textContent).toBe('vom Server');
  await act(async () => root.render(page('vom Browser')));
  expect(container.textContent).toBe('vom Browser');
});

test('content is rendered in the browser as usual', () => {
  expect(render(page('hier')).container.textContent).toBe('hier');
});
