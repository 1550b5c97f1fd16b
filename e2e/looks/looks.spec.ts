import { expect, test } from '@playwright/test';
import { differencesOf } from './compare.ts';
import { draw, LOOKS } from './draw.ts';

const tiny = (color: string, time: string) =>
  `<html lang="de"><title>Seite</title><body style="margin: 0"><p>Stand: ${time}</p>
   <div style="inline-size: 20px; block-size: 20px; background: ${color}"></div></body></html>`;

test('Developer sees in which looks a page differs, and times are no difference', { tag: '@smoke' }, async ({
  page,
}) => {
  const drawn = async (html: string) => {
    await page.setContent(html);
    return draw(page);
  };
  const before = await drawn(tiny('#2347c5', '9:15'));
  expect(await differencesOf('a page', before, await drawn(tiny('#2347c5', '17:40')))).toEqual([]);
  const planted = await drawn(
    tiny('light-dark(#2347c5, #ff9a62)', '9:15').replace('<html', '<html style="color-scheme: light dark"'),
  );
  const found = await differencesOf('a page', before, planted);
  const dark = LOOKS.filter(({ colorScheme }) => colorScheme === 'dark').map(({ name }) => `a page, ${name}`);
  expect(found.map(({ name }) => name)).toEqual(dark);
  expect(found.every(({ pixels }) => pixels >= 400)).toBe(true);
});
