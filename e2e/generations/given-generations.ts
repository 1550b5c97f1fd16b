import { cp } from 'node:fs/promises';
import path from 'node:path';
import { type Locator, type Page, test } from '@playwright/test';
import { CONTRACT } from '../../shared/contract/remote-module.ts';
import { PREVIOUS, type PreviousGeneration, previousGeneration } from '../../shell/cli/testing/previous-generation.ts';
import { type CopiedTree, copyTree } from '../deployment/copied-tree.ts';
import { type OwnPlatform, startOwnPlatform } from '../platform/own-platform.ts';

const BY = { author: 'test', reason: 'another generation' };

export interface GivenGenerations {
  readonly platform: OwnPlatform;
  readonly previous: PreviousGeneration;
  /** Makes a remote's release of the generation before live. */
  readonly goBack: (...remotes: readonly string[]) => Promise<void>;
}

/** A platform for the tests of one file, whose shell also serves the generation before. */
export function givenGenerations(): GivenGenerations {
  let platform: OwnPlatform;
  let previous: PreviousGeneration;
  test.beforeAll(async () => {
    test.setTimeout(120_000);
    previous = await previousGeneration();
    platform = await startOwnPlatform({ prepare: previous.keepRuntime });
    await previous.publish(platform.dataDir, platform.registry);
  });
  test.afterAll(async () => {
    await platform?.stop();
    await previous?.remove();
  });
  return {
    get platform() {
      return platform;
    },
    get previous() {
      return previous;
    },
    async goBack(...remotes) {
      for (const release of previous.releases)
        if (remotes.includes(release.name)) await platform.registry.promote(release, BY);
      await platform.inForce();
    },
  };
}

/** The tree of a shell of the generation before: these sources, with its published runtime as their build. */
export async function previousTree({ runtime }: PreviousGeneration): Promise<CopiedTree> {
  const tree = await copyTree();
  await tree.change('shared/contract/remote-module.ts', `CONTRACT = ${CONTRACT}`, `CONTRACT = ${PREVIOUS}`);
  await tree.borrowPackages('.', 'shell', 'shared', 'supabase');
  await cp(runtime, path.join(tree.root, 'shell', 'dist'), { recursive: true });
  return tree;
}

declare global {
  interface Window {
    reacts?: string[];
  }
}

/** Adds a link above everything else, as a text of staff may have one, in place of one that was added before. */
export async function addLink(page: Page, address: string): Promise<Locator> {
  await page.evaluate((href) => {
    document.getElementById('added-link')?.remove();
    const link = Object.assign(document.createElement('a'), { id: 'added-link', href, textContent: 'Anderswo' });
    link.style.cssText = 'position:fixed;inset:0 auto auto 0;z-index:9999';
    document.body.prepend(link);
  }, address);
  return page.getByRole('link', { name: 'Anderswo' });
}

export async function middleOf(link: Locator): Promise<[number, number]> {
  const { x, y, width, height } = (await link.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return [x + width / 2, y + height / 2];
}

/** Whether a form of the page could ask its reader to stay. */
export const asksBeforeUnload = (page: Page) =>
  page.evaluate(() => {
    const event = document.createEvent('BeforeUnloadEvent');
    event.initEvent('beforeunload', false, true);
    event.preventDefault();
    return event.defaultPrevented;
  });

/** The versions of React that a page's documents ran, by the hook that React looks for, and their errors. */
export interface Watched {
  readonly errors: readonly string[];
  readonly reacts: () => Promise<readonly string[]>;
}

export async function watch(page: Page): Promise<Watched> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.addInitScript(() => {
    const reacts: string[] = [];
    window.reacts = reacts;
    Object.assign(window, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        renderers: new Map(),
        inject: ({ version }: { version: string }) => reacts.push(version),
        onCommitFiberRoot() {},
        onCommitFiberUnmount() {},
        onPostCommitFiberRoot() {},
        onScheduleFiberRoot() {},
        checkDCE() {},
      },
    });
  });
  return { errors, reacts: () => page.evaluate(() => window.reacts ?? []) };
}
