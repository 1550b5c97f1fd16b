import { type BrowserContext, expect, type Page } from '@playwright/test';
import { expectAccessible, LOOKS } from '../accessibility.ts';
import { openBeforeHydration } from '../platform/hydrate.ts';
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

test('Visitor sees a cover that names the service, and the player after a press', { tag: '@smoke' }, async ({
  page,
  request,
  content,
}) => {
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
});

test('Visitor who presses before the page is hydrated gets the player', async ({ page, content }) => {
  const course = await content.addCourseOf({ Eins: [YOUTUBE] });
  const release = await openBeforeHydration(page, lessonPath(course, 0));
  await playButton(page, 'YouTube').click();
  await expect(player(page)).toHaveCount(0);
  release();
  await expect(page.locator('iframe')).toHaveAttribute('src', /&autoplay=1$/);
});

test('Visitor finds the player of an allowed service in the next lesson, and covers in a new visit', async ({
  page,
  context,
  content,
}) => {
  const course = await content.addCourseOf({ Eins: [YOUTUBE, NEXT, VIMEO] });
  await page.goto(lessonPath(course, 0));
  await playButton(page, 'YouTube').click();
  // Leaving before the player is there abandons a press that hydration would replay.
  await expect(player(page)).toBeFocused();
  await page.getByRole('link', { name: /^Next/ }).click();
  await expect(page.getByTitle('Video: Noch ein Film')).toHaveAttribute('src', /^(?!.*autoplay)/);
  await page.reload();
  await expect(page.getByTitle('Video: Noch ein Film')).toBeVisible();
  await page.getByRole('link', { name: /^Next/ }).click();
  await expect(playButton(page, 'Vimeo')).toBeVisible();

  const visit = await context.newPage();
  const asked = otherHosts(visit);
  await visit.goto(lessonPath(course, 1), { waitUntil: 'networkidle' });
  await expect(playButton(visit, 'YouTube')).toBeVisible();
  expect(asked).toEqual([]);

  await page.goto(lessonPath(course, 0));
  await page.getByRole('button', { name: 'Nicht mehr erlauben' }).click();
  await expect(playButton(page, 'YouTube')).toBeFocused();
  await page.reload({ waitUntil: 'networkidle' });
  await expect(playButton(page, 'YouTube')).toBeVisible();
});

for (const [service, lesson, question, ended] of [
  ['YouTube', YOUTUBE, '"listening"', { event: 'infoDelivery', info: { playerState: 0 } }],
  ['Vimeo', VIMEO, '"addEventListener"', { event: 'ended' }],
] as const) {
  test(`Reader gets a tick for a video at ${service} that has ended`, async ({ page, context, content }) => {
    await answerForServices(context, question, ended);
    const course = await content.addCourseOf({ Eins: [lesson] });
    await page.goto(lessonPath(course, 0));
    await playButton(page, service).click();
    if (service === 'Vimeo') await expect(page.locator('iframe')).toHaveAttribute('src', /dnt=1/);
    await expect(tick(page, lesson.title)).toBeVisible();
  });
}

test('A started video gives no tick, and messages of other origins are ignored', async ({ page, context, content }) => {
  await answerForServices(context, '"listening"', { event: 'infoDelivery', info: { playerState: 1 } });
  const course = await content.addCourseOf({ Eins: [YOUTUBE, { title: 'Text' }] });
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
  await page.getByRole('link', { name: /^Next/ }).click();
  await expect(tick(page, 'Text')).toBeVisible();
  await expect(tick(page, YOUTUBE.title)).toHaveCount(0);
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

  test('Visitor gets a link to the video, and the transcript', async ({ page, content }) => {
    const course = await content.addCourseOf({ Eins: [NEXT] });
    const asked = otherHosts(page);
    await page.goto(lessonPath(course, 0), { waitUntil: 'networkidle' });
    const link = page.getByRole('link', { name: 'Video bei YouTube ansehen' });
    await expect(link).toHaveAttribute('href', YOUTUBE.video_url);
    await expect(playButton(page, 'YouTube')).toBeHidden();
    await page.getByText('Transkript').click();
    await expect(page.getByText('Grüezi.')).toBeVisible();
    expect(asked).toEqual([]);
  });
});

test('Visitor who prints a lesson gets the address of its video and the transcript', async ({ page, content }) => {
  const course = await content.addCourseOf({ Eins: [NEXT] });
  await page.goto(lessonPath(course, 0));
  await expect(page.getByText(`Video: ${YOUTUBE.video_url}`)).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(`Video: ${YOUTUBE.video_url}`)).toBeVisible();
  await expect(playButton(page, 'YouTube')).toBeHidden();
  expect(await page.getByText('Grüezi.').evaluate((text) => text.checkVisibility())).toBe(true);
});

test('Visitor gets the captions of a file, those of now', { tag: '@crossing' }, async ({ page, request, content }) => {
  const course = await content.addCourseOf({ Eins: [{ ...FILE, captions: CAPTIONS }, FILE] });
  const [address, without] = [0, 1].map((index) => `${lessonPath(course, index)}/captions.vtt`) as [string, string];
  const answer = await request.get(address);
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'text/vtt; charset=utf-8']);
  expect(await answer.text()).toBe(CAPTIONS);
  expect((await request.get(without)).status()).toBe(404);

  const now = { captions: `${CAPTIONS} mitenand` };
  await content.client.from('lessons').update(now).eq('id', course.lessons[0]?.id).throwOnError();
  await expect.poll(async () => (await request.get(address)).text()).toContain('mitenand');
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
  await expect.poll(shown).toEqual(['Deutsch', 'showing', ['Grüezi mitenand']]);
});
