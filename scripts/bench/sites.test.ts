import { expect, test } from 'vitest';
import { withoutScripts } from './sites.ts';

test('a saved document lacks scripts and the elements that name them, and has everything else', () => {
  const read = '<link rel="icon" href="/favicon.svg"><style>a{}</style><h1>Text</h1>';
  const html = [
    '<script async src="/assets/starter/a.js" crossorigin></script>',
    read,
    '<script type="application/json" id="page-state">{"a":\n"<"}</script>',
    '<link data-deferred as="script" href="/assets/js/b.js"><link rel="preload" as="script" href="/assets/js/c.js">',
  ].join('');
  expect(withoutScripts(html)).toBe(read);
});
