import { expect, type Page } from '@playwright/test';
import { REPLAYED } from '../../shared/contract/pre-hydration.ts';
import { lessonPath, test } from './content.ts';

const YOUTUBE = { title: 'Film', lesson_type: 'video', video_url: 'https://youtu.be/R9OHn5ZF4Uo' } as const;
const VIMEO = { title: 'Film', lesson_type: 'video', video_url: 'https://vimeo.com/76979871' } as const;
const LONG = Array.from({ length: 60 }, (_, index) => `Absatz ${index}`).join('\n\n');

/** Serves a player that answers its provider's documented message, for example that the video has ended. */
async function playAtOnce(page: Page, frames: string, question: string, answer: object): Promise<void> {
  const body = `<script>
    addEventListener('message', ({ data, source }) => {
      if (data.includes(${JSON.stringify(question)})) source.postMessage(${JSON.stringify(JSON.stringify(answer))}, '*');
    });
  </script>`;
  await page.route(frames, (route) => route.fulfill({ contentType: 'text/html', body }));
}

const play = (page: Page, service: string) =>
  page.getByRole('button', { name: `Video von ${service} abspielen` }).click();

const tick = (page: Page, title: string) =>
  page
    .getByRole('navigation', { name: 'Course Content' })
    .getByRole('link', { name: new RegExp(`${title}.*erledigt`) });

test('Reader gets a tick for a lesson read to its end, and the course goes on after it', { tag: '@smoke' }, async ({
  page,
  content,
}) => {
  const course = await content.addCourseOf({ Eins: [{ title: 'Lang', content: LONG }, { title: 'Kurz' }] });
  await page.goto(lessonPath(course, 0));
  await expect(page.getByRole('button', { name: 'Erledigt', pressed: false })).toBeVisible();
  await page.getByRole('link', { name: /^Next/ }).scrollIntoViewIfNeeded();
  await expect(tick(page, 'Lang')).toBeVisible();

  await page.goto(`/courses/${course.slug}`);
  await expect(page.getByText('1 von 2 Lektionen erledigt')).toBeVisible();
  await page.getByRole('link', { name: 'Continue Learning' }).click();
  await expect(page).toHaveURL(lessonPath(course, 1));
  await page.goto(`/courses/${course.slug}`);
  await page.getByRole('button', { name: 'Fortschritt zurücksetzen' }).click();
  await page.reload();
  await expect(page.getByText('0 von 2 Lektionen erledigt')).toBeVisible();
});

test('Reader gets a tick for a video at YouTube that has ended', async ({ page, content }) => {
  const ended = { event: 'infoDelivery', info: { playerState: 0 } };
  await playAtOnce(page, 'https://www.youtube-nocookie.com/**', '"listening"', ended);
  const course = await content.addCourseOf({ Eins: [YOUTUBE] });
  await page.goto(lessonPath(course, 0));
  await play(page, 'YouTube');
  await expect(tick(page, 'Film')).toBeVisible();
});

test('Reader gets a tick for a video at Vimeo that has ended', async ({ page, content }) => {
  await playAtOnce(page, 'https://player.vimeo.com/**', '"addEventListener"', { event: 'ended' });
  const course = await content.addCourseOf({ Eins: [VIMEO] });
  await page.goto(lessonPath(course, 0));
  await play(page, 'Vimeo');
  await expect(page.locator('iframe')).toHaveAttribute('src', /dnt=1/);
  await expect(tick(page, 'Film')).toBeVisible();
});

test('A started video gives no tick, and messages of other origins are ignored', async ({ page, content }) => {
  const begun = { event: 'infoDelivery', info: { playerState: 1 } };
  await playAtOnce(page, 'https://www.youtube-nocookie.com/**', '"listening"', begun);
  const course = await content.addCourseOf({ Eins: [YOUTUBE, { title: 'Text' }] });
  await page.addInitScript(() => {
    addEventListener('message', ({ origin }) => {
      document.documentElement.dataset.heard = origin;
    });
  });
  await page.goto(lessonPath(course, 0));
  await play(page, 'YouTube');
  await expect(page.locator('html')).toHaveAttribute('data-heard', 'https://www.youtube-nocookie.com');
  await page.evaluate(() => window.postMessage('{"event":"ended"}', '*'));
  await expect(page.locator('html')).toHaveAttribute('data-heard', new URL(page.url()).origin);
  await page.getByRole('link', { name: /^Next/ }).click();
  await expect(tick(page, 'Text')).toBeVisible();
  await expect(tick(page, 'Film')).toHaveCount(0);
});

test('The policy lets in the two players, and their frames only', { tag: '@smoke' }, async ({ request, content }) => {
  const course = await content.addCourseOf({ Eins: [YOUTUBE] });
  const policy = (await request.get(lessonPath(course, 0))).headers()['content-security-policy'] ?? '';
  expect(policy).toContain('frame-src www.youtube-nocookie.com player.vimeo.com;');
  expect(policy).toContain(";media-src 'self' https:;");
});

test('Reader can walk through a course with the arrow keys and back with the browser', {
  tag: ['@smoke', '@crossing'],
}, async ({ page, content }) => {
  const course = await content.addCourseOf({ Eins: [{ title: 'A' }], Zwei: [{ title: 'B' }, { title: 'C' }] });
  await page.goto(lessonPath(course, 0));
  await expect(page.getByRole('link', { name: 'Next B' })).toBeVisible();
  const title = page.getByRole('heading', { level: 1 });
  for (const [key, name] of [
    ['ArrowRight', 'B'],
    ['ArrowRight', 'C'],
    ['ArrowRight', 'C'],
    ['ArrowLeft', 'B'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(title).toHaveText(`Text: ${name}`);
  }
  await page.goBack();
  await expect(title).toHaveText('Text: C');
});

test('Reader can press an arrow key at the moment in which the page is hydrated', async ({ page, content }) => {
  const course = await content.addCourseOf({ Eins: [{ title: 'A' }, { title: 'B' }] });
  // A slow processor prolongs the time between the hydration of the frame and that of the lesson.
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  for (let times = 0; times < 3; times += 1) {
    await page.goto(lessonPath(course, 0));
    await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Text: B');
  }
});

test('A key that the hydrated lesson ignored is not replayed into the lesson after it', async ({ page, content }) => {
  const course = await content.addCourseOf({ Eins: [{ title: 'A' }, { title: 'B' }] });
  await page.addInitScript(
    (replayed) => addEventListener(replayed, () => document.documentElement.setAttribute('data-replayed', '')),
    REPLAYED,
  );
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const title = page.getByRole('heading', { level: 1 });
  for (let times = 0; times < 5; times += 1) {
    await page.goto(lessonPath(course, 1));
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
    // React stores its own property on hydrated elements.
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('h1') ?? {}).some((key) => /^__react/.test(key)),
    );
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await expect(page.locator('[data-replayed]')).toHaveCount(1);
    await expect(title).toHaveText('Text: A');
    await page.keyboard.press('ArrowRight');
    await expect(title).toHaveText('Text: B');
  }
});

test('Reader can use the lesson sidebar on a phone by keyboard alone', async ({ page, content }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const course = await content.addCourseOf({ Eins: [{ title: 'A', content: LONG }, { title: 'B' }] });
  await page.goto(lessonPath(course, 0));
  const toggle = page.getByRole('button', { name: 'Course Content' });
  const link = page.getByRole('navigation', { name: 'Course Content' }).getByRole('link', { name: /B/ });
  await expect(link).toBeHidden();
  await page.getByRole('link', { name: 'Zum Kurs' }).focus();
  await page.keyboard.press('Tab');
  await expect(toggle).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Text: B');
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
});

test('Lesson Not Found: a missing lesson, and one of another course', { tag: '@smoke' }, async ({ page, content }) => {
  const [one, other] = [
    await content.addCourseOf({ Eins: [{ title: 'A' }] }),
    await content.addCourseOf({ Eins: [{ title: 'B' }] }),
  ];
  const addresses = [
    `/courses/${one.slug}/lessons/${crypto.randomUUID()}`,
    `/courses/${one.slug}/lessons/${other.lessons[0]?.id}`,
    `/courses/${one.slug}/lessons/x`,
    `/courses/keiner/lessons/${one.lessons[0]?.id}`,
  ];
  for (const address of addresses) {
    const response = await page.goto(address);
    expect(response?.status(), address).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'Lesson Not Found' })).toBeVisible();
  }
});
