import { cp } from 'node:fs/promises';
import path from 'node:path';
import { test as base, type Locator, type Page } from '@playwright/test';
import { CONTRACT } from '../../shared/contract/remote-module.ts';
import { PREVIOUS, type PreviousGeneration, previousGeneration } from '../../shell/cli/testing/previous-generation.ts';
import { type CopiedTree, copyTree } from '../deployment/copied-tree.ts';
import { type OwnPlatform, startOwnPlatform } from '../platform/own-platform.ts';

const BY = { author: 'test', reason: 'another generation' };

export interface Generations {
  readonly platform: OwnPlatform;
  readonly previous: PreviousGeneration;
  /** Makes a remote's release of the generation before live. */
  readonly goBack: (...remotes: readonly string[]) => Promise<void>;
}

/** A platform whose shell also serves the generation before. */
export const test = base.extend<object, { readonly given: Generations }>({
  given: [
    async ({ playwright: _ }, use) => {
      const previous = await previousGeneration();
      const platform = await startOwnPlatform({ prepare: previous.keepRuntime });
      await previous.publish(platform.dataDir, platform.registry);
      const goBack = async (...remotes: readonly string[]) => {
        for (const release of previous.releases)
          if (remotes.includes(release.name)) await platform.registry.promote(release, BY);
        await platform.inForce();
      };
      await use({ platform, previous, goBack });
      await platform.stop();
      await previous.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

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
