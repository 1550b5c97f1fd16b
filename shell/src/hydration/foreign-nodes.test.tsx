import { act, render } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { tolerateForeignNodes } from './hydrate.tsx';

beforeAll(tolerateForeignNodes);

/** As a browser's translation does, which keeps the text nodes. */
function translate(element: Element): void {
  for (const text of [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)) {
    const font = document.createElement('font');
    (text as Text).replaceWith(font);
    font.append(text);
  }
}

test('React removes and inserts texts of a translated element', async () => {
  let show: (shown: { before: boolean; after: boolean }) => void = () => undefined;
  function Counted() {
    const [{ before, after }, set] = useState({ before: false, after: true });
    show = set;
    return (
      <p>
        {before && <b>zuerst </b>}
        {'drei '}
        {after && 'Treffer'}
      </p>
    );
  }
  const { container } = render(<Counted />);
  translate(container.querySelector('p') ?? expect.unreachable());
  await act(async () => show({ before: true, after: true }));
  expect(container.textContent).toBe('zuerst drei Treffer');
  await act(async () => show({ before: true, after: false }));
  expect(container.textContent).toBe('zuerst drei ');
});

test('a node of elsewhere stays where it is', () => {
  const [here, elsewhere] = [document.createElement('div'), document.createElement('div')];
  const child = elsewhere.appendChild(document.createElement('i'));
  expect(here.removeChild(child)).toBe(child);
  expect(child.parentNode).toBe(elsewhere);
});
