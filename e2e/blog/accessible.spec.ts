import { expectAccessible } from '../accessibility.ts';
import { test } from './editor.ts';

const LONG =
  '## Eins\n\n> Zitat\n\n```python\nx = 1\n```\n\n## Zwei\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n## Drei\n\n- [x] ja\n\n## Vier\n\n![Bild](/favicon.svg) [Link](https://example.org)';

test('Reader with assistive technology can use the blog', async ({ page, givenPost }) => {
  test.slow();
  const { slug } = await givenPost({ content: LONG, excerpt: 'Anriss' });
  const paths = [
    '/',
    `/post/${slug}`,
    '/category/grundlagen',
    '/category/nix',
    '/post/nix',
    '/suche',
    '/suche?suche=ki',
    '/suche?suche=qqqq',
  ];
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expectAccessible(page, path.replace(slug, 'SLUG'));
  }
});
