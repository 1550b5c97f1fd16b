import { setTimeout as delay } from 'node:timers/promises';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import fc from 'fast-check';
import { ROOT } from '../../shell/build/workspace.ts';
import { FIRST_REMOTES } from '../../shell/registry/addresses.ts';
import type { Release } from '../../shell/registry/schema.ts';
import { type Generations, previousTree, test, type Watched, watch } from './given-generations.ts';

const STEPS = Number(process.env.WALK_STEPS ?? 2_000);
const SEED = Number(process.env.WALK_SEED ?? Date.now());
const BY = { author: 'test', reason: 'walk' };
const STARTS = ['/', '/workshops', '/online-courses', '/course-matrix', '/suche?suche=ki', '/nirgends', '/login'];
/** An operator acts once in so many steps, and a shell is exchanged once in so many acts. */
const ACT_EVERY = 25;
const DEPLOY_EVERY = 6;

// The seed repeats a walk; a trace of thousands of steps would fill the disk.
test.use({ trace: 'off', contextOptions: { reducedMotion: 'reduce' } });

/** A navigation that another one stops does not end. */
const COMMIT = { waitUntil: 'commit', timeout: 10_000 } as const;

/** The same walk for the same seed. */
function randomOf(seed: number) {
  const numbers = fc.sample(fc.noBias(fc.nat()), { numRuns: 8 * STEPS, seed });
  const below = (count: number) => (numbers.pop() ?? 0) % count;
  return { below, one: <T>(values: readonly T[]): T => values[below(values.length)] as T };
}

type Random = ReturnType<typeof randomOf>;

/** An operator moves releases of both generations in any order. */
async function operator(random: Random, { platform, previous }: Generations, previousRoot: string) {
  const first = new Map<string, Release>();

  async function releasesOf(name: string) {
    const { remotes } = await platform.registry.read();
    const own = first.get(name);
    const before = previous.releases.find((release) => release.name === name);
    return { known: remotes[name], own, before };
  }

  const { remotes } = await platform.registry.read();
  for (const [name, { live: release }] of Object.entries(remotes)) first.set(name, release);
  return {
    async act(): Promise<string> {
      const name = random.one(FIRST_REMOTES);
      const { known, own, before } = await releasesOf(name);
      if (!own || !before) throw new Error(`${name} has not both generations`);
      const release = random.one([own, before]);
      const { registry } = platform;
      if (!known) {
        await registry.promote(release, BY);
        return `promote ${name} of ${release.contract} again`;
      }
      const kind = random.one(['promote', 'promote', 'canary', 'canary', 'rollback', 'retire'] as const);
      if (kind === 'rollback' && known.previous.length > 0) await registry.rollback(name, BY);
      else if (kind === 'canary' && known.live.version !== release.version)
        await registry.canary(release, random.one([10, 50, 100]), BY);
      // Signing in and the start page have to be somewhere.
      else if (kind === 'retire' && name === 'mf-learning') await registry.retire(name, BY);
      else if (known.live.version !== release.version) await registry.promote(release, BY);
      else return `nothing, ${name} of ${release.contract} is live`;
      return `${kind} ${name} of ${release.contract}`;
    },
    async deploy(): Promise<string> {
      const root = random.one([ROOT, ROOT, previousRoot]);
      await platform.deployShell(root);
      return root === ROOT ? 'deploy the shell' : 'go back to the shell before';
    },
  };
}

/** A link that a reader can press, chosen by a number, brought into view: where it is and leads, or null. */
const placeOfLink = (page: Page, chosen: number) =>
  page.evaluate((index) => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].filter(
      (link) => !link.target && !/\.\w+$/.test(link.pathname) && link.checkVisibility(),
    );
    const link = links[index % links.length];
    link?.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { x = 0, y = 0, width = 0, height = 0 } = link?.getBoundingClientRect() ?? {};
    const [left, top] = [x + width / 2, y + height / 2];
    const isOnTop = link?.contains(document.elementFromPoint(left, top));
    return link && isOnTop ? { left, top, address: link.getAttribute('href') } : null;
  }, chosen);

/** Follows a link as a reader does: the pointer rests on it for a moment, and presses it. */
async function followLink(page: Page, random: Random): Promise<string> {
  const place = await placeOfLink(page, random.below(1_000)).catch(() => null);
  if (!place) return 'find no link';
  await page.mouse.move(place.left, place.top);
  await page.mouse.click(place.left, place.top, { delay: 30 });
  return `follow ${place.address}`;
}

/** A document that a step before asked for may arrive in place of this one. */
async function unlessOvertaken(navigation: Promise<unknown>): Promise<void> {
  await navigation.catch((error: Error) => {
    if (!/interrupted by another navigation|ERR_ABORTED|Timeout|Not attached to an active page/.test(error.message))
      throw error;
  });
}

/** The first of a hundred numbers that open an address. */
const OPEN = 90;

async function step(page: Page, random: Random, url: string): Promise<string> {
  // Back from the first page leads out of the platform, where no page is ever hydrated.
  const kind = page.url().startsWith(url) ? random.below(100) : OPEN;
  if (kind < 55) return followLink(page, random);
  if (kind < 65) {
    // A key that is pressed while a document is being replaced goes with it.
    await expect(async () => {
      await page.keyboard.press('Shift');
      await expect(page.locator('html[data-hydrated]')).toBeAttached({ timeout: 2_000 });
    }).toPass({ timeout: 20_000 });
    return 'press a key';
  }
  if (kind < 78) {
    await page.goBack(COMMIT).catch(() => null);
    return 'go back';
  }
  if (kind < 85) {
    await page.goForward(COMMIT).catch(() => null);
    return 'go forward';
  }
  if (kind < OPEN) {
    await unlessOvertaken(page.reload(COMMIT));
    return 'load again';
  }
  const address = random.one(STARTS);
  await unlessOvertaken(page.goto(url + address, COMMIT));
  return `open ${address}`;
}

/** Errors of requests, not of React: a shell that is exchanged does not answer for a moment. */
const EXPECTED =
  /Failed to load resource|Loading chunk|net::ERR|the server responded with a status|could not be loaded|failed, trying/i;

async function reactsOf(watched: Watched): Promise<readonly string[]> {
  const reacts = await watched.reacts().catch(() => []);
  expect(new Set(reacts).size, 'two Reacts').toBeLessThanOrEqual(1);
  expect(watched.errors.filter((error) => !EXPECTED.test(error))).toEqual([]);
  return reacts;
}

/** Playwright waits without limit for a page whose document is being replaced. */
const STEP_MS = 40_000;

const within = <Value>(work: Promise<Value>): Promise<Value | null> =>
  Promise.race([work, delay(STEP_MS, null, { ref: false })]);

async function openTab(context: BrowserContext, url: string) {
  const page = await context.newPage();
  const watched = await watch(page);
  await page.goto(url);
  return { page, watched };
}

test(`A walk of ${STEPS} steps over two generations meets no page with two Reacts and no hydration error`, async ({
  context,
  given,
}) => {
  test.setTimeout(STEPS * 2_000);
  const random = randomOf(SEED);
  const tree = await previousTree(given.previous);
  const acts = await operator(random, given, tree.root);
  const done: string[] = [];
  const reactsSeen = new Set<string>();
  const { url } = given.platform;
  let tab = await openTab(context, url);
  try {
    // However short the walk, it meets both generations.
    await given.goBack('mf-matrix');
    for (let count = 1; count <= STEPS; count += 1) {
      if (count % (ACT_EVERY * DEPLOY_EVERY) === 0) done.push(await acts.deploy());
      else if (count % ACT_EVERY === 0) done.push(await acts.act());
      else done.push((await within(step(tab.page, random, url))) ?? 'wait in vain');
      const reacts = await within(reactsOf(tab.watched));
      for (const react of reacts ?? []) reactsSeen.add(react);
      if (reacts) continue;
      await tab.page.close();
      tab = await openTab(context, url);
      done.push('open another tab');
      process.stdout.write(`seed ${SEED}, step ${done.length}: no answer after ${done.slice(-12).join('; ')}\n`);
    }
    expect(reactsSeen.size).toBe(2);
  } catch (error) {
    throw new Error(`seed ${SEED}, step ${done.length}, after ${done.slice(-12).join('; ')}`, { cause: error });
  } finally {
    await given.platform.deployShell(ROOT);
    await tree.remove();
  }
});
