import { type BrowserContext, expect, type Page } from '@playwright/test';
import { expectAccessible, LOOKS } from '../accessibility.ts';
import { otherHosts } from '../platform/other-hosts.ts';
import { lessonPath, test, tick } from './content.ts';

const ID = 'R9OHn5ZF4Uo';
const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:02.000\nGrüezi';
const YOUTUBE = { title: 'Film', lesson_type: 'video', video_url: `https://youtu.be/${ID}` } as const;
const VIMEO = { title: 'Ein Film', lesson_type: 'video', video_url: 'https://vimeo.com/76979871' } as const;
const FILE = { title: 'Datei', lesson_type: 'video', video_url: 'https://film.example/a.webm' } as const;
const NEXT = { ...YOUTUBE, title: 'Noch ein Film', transcript: '### Anfang\n\nGrüezi.' };

const PLAYERS = /^https:\/\/(www\.youtube-nocookie\.com|player\.vimeo\.com)\//;

/** The services are out of reach: a page stands for each player, and answers a message with another one. */
async function answerForServices(context: BrowserContext, question = '', answer: object = {}): Promise<void> {
  const body = `<title>Player</title><script>
    addEventListener('message', ({ data, source }) => {
      if (data.includes(${JSON.stringify(question)})) source.postMessage(${JSON.stringify(JSON.stringify(answer))}, '*');
    });
  </script>`;
  await context.route(PLAYERS, (route) => route.fulfill({ contentType: 'text/html', body }));
  await context.route('https://film.example/**', (route) => route.fulfill({ status: 404 }));
}

const playButton = (page: Page, service: string) =>
  page.getByRole('button', { name: `Video von ${service} abspielen`, exact: true });
const player = (page: Page) => page.locator('iframe, video');

test.beforeEach(({ context }) => answerForServices(context, 'no message'));

test('Visitor sees a cover that names the service, and after a press the player, in this visit', {
  tag: '@smoke',
}, async ({ page, context, request, content }) => {
  const course = await content.addCourseOf({ Eins: [YOUTUBE, VIMEO, FILE] });
  const policy = (await request.get(lessonPath(course, 0))).headers()['content-security-policy'] ?? '';
  expect(policy).toContain('frame-src www.youtube-nocookie.com player.vimeo.com;');
  expect(policy).toContain(";media-src 'self' https:;");
  const asked = otherHosts(page);
  for (const [index, service, host] of [
    [0, 'YouTube', 'www.youtube-nocookie.com'],
    [1, 'Vimeo', 'player.vimeo.com'],
    [2, 'film.example', 'film.example'],
  ] as const) {
    await page.goto(lessonPath(course, index), { waitUntil: 'networkidle' });
    await expect(playButton(page, service)).toHaveAccessibleDescription(
      `Erst nach dem Klick verbindet sich Ihr Browser mit ${service}.`,
    );
    await expect(player(page)).toHaveCount(0);
    expect(asked.splice(0), service).toEqual([]);
    await playButton(page, service).click();
    await expect(player(page)).toBeFocused();
    await expect.poll(() => asked).toContain(host);
    expect(new Set(asked.splice(0))).toEqual(new Set([host]));
  }
  await page.reload();
  await expect(player(page)).toBeVisible();
  const visit = await context.newPage();
  await visit.goto(lessonPath(course, 2));
  await expect(playButton(visit, 'film.example')).toBeVisible();
});

test('Reader gets a tick for a video that its player says has ended, not for one that began, nor by another origin', async ({
  page,
  context,
  content,
}) => {
  await answerForServices(context, '"listening"', { event: 'infoDelivery', info: { playerState: 1 } });
  const begun = { ...YOUTUBE, title: 'Begonnen' };
  const course = await content.addCourseOf({ Eins: [begun, VIMEO] });
  await page.addInitScript(() => {
    addEventListener('message', ({ origin }) => {
      document.documentElement.dataset.heard = origin;
    });
  });
  await page.goto(lessonPath(course, 0));
  await playButton(page, 'YouTube').click();
  await expect(page.locator('html')).toHaveAttribute('data-heard', 'https://www.youtube-nocookie.com');
  await page.evaluate(() => window.postMessage('{"event":"ended"}', '*'));
  await expect(page.locator('html')).toHaveAttribute('data-heard', new URL(page.url()).origin);
  await answerForServices(context, '"addEventListener"', { event: 'ended' });
  await page.getByRole('link', { name: /^Next/ }).click();
  await playButton(page, 'Vimeo').click();
  await expect(tick(page, VIMEO.title)).toBeVisible();
  await expect(tick(page, begun.title)).toHaveCount(0);
});

test('Visitor with a keyboard plays a video, leaves the player, and meets no barrier before and after', async ({
  page,
  content,
}) => {
  const course = await content.addCourseOf({ Eins: [NEXT] });
  await page.goto(lessonPath(course, 0));
  const transcript = page.getByText('Transkript');
  await transcript.click();
  await expectAccessible(page, 'cover of a video', LOOKS[0]);
  await transcript.click();
  await playButton(page, 'YouTube').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('iframe')).toBeFocused();
  // Chromium drops a key that is pressed while a frame's document is exchanged.
  await expect(page.frameLocator('iframe').locator('title')).toBeAttached();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Nicht mehr erlauben' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(transcript).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Anfang' })).toBeVisible();
  await expectAccessible(page, 'player of a video', LOOKS[1]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('Visitor gets a link to the video, and the transcript, also on paper', async ({ page, content }) => {
    const course = await content.addCourseOf({ Eins: [NEXT] });
    const asked = otherHosts(page);
    await page.goto(lessonPath(course, 0), { waitUntil: 'networkidle' });
    const link = page.getByRole('link', { name: 'Video bei YouTube ansehen' });
    await expect(link).toHaveAttribute('href', YOUTUBE.video_url);
    await expect(playButton(page, 'YouTube')).toBeHidden();
    await page.getByText('Transkript').click();
    await expect(page.getByText('Grüezi.')).toBeVisible();
    expect(asked).toEqual([]);

    await page.reload();
    const address = page.getByText(`Video: ${YOUTUBE.video_url}`);
    await expect(address).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(address).toBeVisible();
    expect(await page.getByText('Grüezi.').evaluate((text) => text.checkVisibility())).toBe(true);
  });
});

test('Visitor gets the captions of a file', { tag: '@crossing' }, async ({ page, content }) => {
  const course = await content.addCourseOf({ Eins: [{ ...FILE, captions: CAPTIONS }] });
  await page.goto(lessonPath(course, 0));
  await playButton(page, 'film.example').click();
  const shown = () =>
    page
      .locator('video')
      .evaluate(({ textTracks: [track] }: HTMLVideoElement) => [
        track?.label,
        track?.mode,
        [...(track?.cues ?? [])].map((cue) => (cue as VTTCue).text),
      ]);
  await expect.poll(shown).toEqual(['Deutsch', 'showing', ['Grüezi']]);
});
