import { expect, test } from 'vitest';
import { prefersMarkdown } from './http-request.ts';

test.each([
  'text/markdown',
  'Text/Markdown; charset=utf-8',
  'text/markdown, text/html;q=0.9',
  'text/html;q=0.5, text/markdown;q=0.6, */*;q=0.1',
  'text/markdown, */*;q=0.8',
  'text/html;q=0, text/markdown;q=0.3, */*',
])('%s prefers Markdown', (accept) => expect(prefersMarkdown(accept)).toBe(true));

test.each([
  [null],
  ['', '*/*', 'text/*', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  ['text/markdown, text/html', 'text/markdown, text/html, */*', 'text/markdown;charset=utf-8, text/html;level=1'],
  ['text/markdown, */*', 'text/markdown;q=0.9, text/*'],
  ['text/markdown;q=0', 'text/markdown;q=0, text/html;q=0', 'text/markdown;q=x', 'application/text/markdown'],
])('%s and the like do not', (...headers) => expect(headers.filter(prefersMarkdown)).toEqual([]));
