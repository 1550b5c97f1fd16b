import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './editor.ts';

const LONG =
  '## Eins\n\n> Zitat\n\n```python\nx = 1\n```\n\n## Zwei\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n## Drei\n\n- [x] ja\n\n## Vier\n\n![Bild](/favicon.svg) [Link](https://example.org)';

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1440]) {
    test(`Reader with assistive technology can use the blog (${colorScheme}, ${width})`, async ({
      page,
      givenPost,
    }) => {
      test.slow();
      const { slug } = await givenPost({ content: LONG, excerpt: 'Anriss' });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      const paths = [
        '/',
        `/post/${slug}`,
        '/category/grundlagen',
        '/category/nix',
        '/post/nix',
        '/suche',
        '/suche?q=ki',
        '/suche?q=qqqq',
      ];
      for (const path of paths) {
        await page.goto(path, { waitUntil: 'networkidle' });
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${path} ${id} ${nodes[0]?.html}`)).toEqual([]);
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(beyond, `${path} does not scroll sideways`).toBeLessThanOrEqual(0);
      }
    });
  }
}
