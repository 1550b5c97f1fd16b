import { PreparedText } from '@ki/shared/ui/markdown/prepared-text.tsx';
import { render } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createParser } from './single-fetch.ts';

/** Stands in for the browser's, which the environment of this test has not: a text of its own kind. */
class TrustedHtml {
  readonly #html: string;
  constructor(html: string) {
    this.#html = html;
  }
  toString() {
    return this.#html;
  }
}

beforeEach(() => {
  vi.stubGlobal('trustedTypes', { createPolicy: () => ({ createHTML: (html: string) => new TrustedHtml(html) }) });
});

const HTML = '<img src="x" alt="Bild">';
const parse = (value: unknown) => createParser()(JSON.stringify(value));

type Props = ComponentProps<typeof PreparedText>;
const shown = (text: unknown) =>
  render(<PreparedText name="text" text={text as Props['text']} />).container.querySelector('img');

test('the parts of a prepared text become Trusted HTML, wherever it is in the data', () => {
  const text = { parts: [{ __html: HTML }, null], sections: [] };
  const { post } = parse({ post: { ok: true, data: { article: text } } }) as {
    post: { data: { article: typeof text } };
  };
  expect(post.data.article.parts[0]?.__html).toBeInstanceOf(TrustedHtml);
  expect(post.data.article.parts[1]).toBeNull();
  expect(shown(post.data.article)).not.toBeNull();
});

test('a prepared text is HTML in a browser without Trusted Types as well', () => {
  vi.stubGlobal('trustedTypes', undefined);
  expect(shown(parse({ parts: [{ __html: HTML }], sections: [] }))).not.toBeNull();
});

const part = { __html: HTML };
test.each([
  ['a part alone', part],
  ['a list of parts', [part]],
  ['parts without sections', { parts: [part] }],
  ['parts beside another key', { parts: [part], sections: [], title: 'x' }],
  ['a part with another key', { parts: [{ ...part, id: 1 }], sections: [] }],
  ['one foreign part among others', { parts: [part, { elements: part }], sections: [] }],
  ['a part within a part', { parts: [{ __html: part }], sections: [] }],
  ['parts that are an object', { parts: { 0: part, length: 1 }, sections: [] }],
  ['a section', { parts: [], sections: [part] }],
])('foreign HTML in data is none: %s', (_what, value) => {
  for (const types of [window.trustedTypes, undefined]) {
    vi.stubGlobal('trustedTypes', types);
    const parsed = parse({ row: value }) as { row: unknown };
    const found: unknown[] = [];
    JSON.stringify(parsed, (key, held) => {
      if (key === '__html') found.push(held);
      return held;
    });
    for (const held of found) {
      expect(held).not.toBeInstanceOf(TrustedHtml);
      const { container } = render(<div dangerouslySetInnerHTML={{ __html: held as string }} />);
      expect(container.querySelector('img')).toBeNull();
    }
    expect(found).not.toEqual([]);
  }
});
