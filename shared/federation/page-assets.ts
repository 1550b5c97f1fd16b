import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RsbuildPlugin } from '@rsbuild/core';

/** File beside the scripts that lists, for every named entry and page chunk, the scripts it needs. */
export const PAGE_ASSETS_FILE = 'page-assets.json';

/** The environments whose scripts pages name. */
const PAGES = new Set(['web', 'starter', 'early']);

/** Writes `{ "<chunk name>": ["js/a.js", …] }` after each build, so that a server can hint the exact scripts of a page. */
export const pluginPageAssets = (): RsbuildPlugin => ({
  name: 'ki:page-assets',
  setup(api) {
    api.onAfterEnvironmentCompile(async ({ stats, environment }) => {
      if (!stats || !PAGES.has(environment.name) || api.context.action !== 'build') return;
      const { namedChunkGroups = {} } = stats.toJson({ all: false, chunkGroups: true, chunkGroupAuxiliary: false });
      const assets = Object.fromEntries(
        Object.entries(namedChunkGroups).map(([name, group]) => [
          name,
          (group.assets ?? []).map((asset) => asset.name).filter((file) => file.endsWith('.js')),
        ]),
      );
      await writeFile(path.join(environment.distPath, PAGE_ASSETS_FILE), JSON.stringify(assets, null, 1));
    });
  },
});
