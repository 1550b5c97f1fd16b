import { act, render } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { ServerHtml } from './server-html.tsx';

const page = (text: string) => (
  <ServerHtml name="text">
    <p>{text}</p>
  </ServerHtml>
);

test('hydration without data keeps the HTML of the server, which later content replaces', async () => {
  const container = document.createElement('div');
  container.innerHTML = renderToString(page('vom Server'));
  const complain = vi.spyOn(console, 'error');
  const root = await act(async () => hydrateRoot(container, <ServerHtml name="text">{null}</ServerHtml>));
  expect(complain).not.toHaveBeenCalled();
  complain.mockRestore();
  expect(container.textContent).toBe('vom Server');
  await act(async () => root.render(page('vom Browser')));
  expect(container.textContent).toBe('vom Browser');
});

test('HTML of the server stays where something else changed the document around it', async () => {
  const container = document.createElement('div');
  document.body.append(container);
  const around = (text: string | null) => (
    <>
      <h1>Titel</h1>
      {text === null ? <ServerHtml name="text">{null}</ServerHtml> : page(text)}
    </>
  );
  container.innerHTML = renderToString(around('vom Server'));
  (container.querySelector('h1') ?? expect.unreachable()).textContent = 'Title';
  const sent = container.querySelector('p');
  const onRecoverableError = vi.fn<() => void>();
  const root = await act(async () => hydrateRoot(container, around(null), { onRecoverableError }));
  expect(onRecoverableError).toHaveBeenCalled();
  expect(container.textContent).toBe('Titelvom Server');
  expect(container.querySelector('p')).toBe(sent);
  await act(async () => root.render(around('vom Browser')));
  expect(container.textContent).toBe('Titelvom Browser');
  container.remove();
});

test('content is rendered in the browser as usual', () => {
  expect(render(page('hier')).container.textContent).toBe('hier');
});
