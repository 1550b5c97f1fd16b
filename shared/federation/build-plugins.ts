import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RsbuildPlugin } from '@rsbuild/core';

export const PAGE_ASSETS_FILE = 'page-assets.json';

const PAGES = new Set(['web', 'hydration-loader', 'pre-hydration']);

/** Writes `{ "<chunk name>": ["js/a.js", …] }` after each build, so that a server can hint the scripts of a page. */
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

const COMMONJS = /[\\/]@module-federation[\\/].+\.cjs$/;

function moduleBeside(file: string): string {
  const beside = ['js', 'mjs'].map((extension) => file.replace(/cjs$/, extension));
  return beside.find((candidate) => existsSync(candidate)) ?? file;
}

/** Bundles the federation runtime from ES modules: the CommonJS files that its plugin names cannot be tree-shaken. */
export const pluginFederationAsModules = (): RsbuildPlugin => ({
  name: 'ki:federation-as-modules',
  setup(api) {
    api.modifyRspackConfig((_, { rspack, appendPlugins }) => {
      appendPlugins(
        new rspack.NormalModuleReplacementPlugin(COMMONJS, (data) => {
          data.request = moduleBeside(data.request);
          if (data.createData?.resource) data.createData.resource = moduleBeside(data.createData.resource);
        }),
      );
    });
  },
});
