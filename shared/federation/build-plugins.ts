import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RsbuildPlugin } from '@rsbuild/core';
import { CONTRACT } from '../contract/remote-module.ts';
import { containerName, ENTRY_FILE, PROTOCOL, pageScript } from './container.ts';
import { RUNTIME_FILE, type RuntimeInfo, singletonVersions } from './runtime.ts';

export const PAGE_ASSETS_FILE = 'page-assets.json';

const PAGES = new Set(['web', 'hydration-loader', 'pre-hydration']);

/** Writes `{ "<chunk name>": ["js/a.js", …] }` after each build, so that a server can hint the scripts of a page. */
export const pluginPageAssets = (): RsbuildPlugin => ({
  name: 'ki:page-assets',
  setup(api) {
    api.onAfterEnvironmentCompile(async ({ stats, environment }) => {
      if (!stats || stats.hasErrors() || !PAGES.has(environment.name) || api.context.action !== 'build') return;
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

/** Writes which generation the build of a shell is the runtime of. */
export const pluginRuntime = (): RsbuildPlugin => ({
  name: 'ki:runtime',
  setup(api) {
    api.onAfterBuild(async () => {
      const info: RuntimeInfo = { contract: CONTRACT, singletons: singletonVersions() };
      await writeFile(path.join(api.context.rootPath, 'dist', RUNTIME_FILE), JSON.stringify(info));
    });
  },
});

/** V8 compiles all functions of a script with this first line while it downloads. */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad';

/** The entry comes last, because it picks up the chunks that ran before it. The first line makes the whole script strict. */
async function writePageScript(folder: string, name: string, chunks: readonly string[]): Promise<string> {
  const texts = await Promise.all([...chunks, ENTRY_FILE].map((file) => readFile(path.join(folder, file), 'utf8')));
  const script = `${pageScript(name)}.js`;
  await writeFile(
    path.join(folder, script),
    `${COMPILE_HINT}\n"use strict";${texts.join('\n').replaceAll(`${COMPILE_HINT}\n`, '')}`,
  );
  return script;
}

/**
 * Writes a script for each page that the module imports: its chunks, the module and the entry in one file beside the
 * entry, so that a browser needs one request for a page.
 */
export const pluginPageScripts = (): RsbuildPlugin => ({
  name: 'ki:page-scripts',
  // Adds to the file that this plugin writes.
  pre: ['ki:page-assets'],
  setup(api) {
    api.onAfterEnvironmentCompile(async ({ stats, environment: { distPath } }) => {
      if (!stats || stats.hasErrors() || api.context.action !== 'build') return;
      const { chunks = [] } = stats.toJson({ all: false, chunks: true, chunkOrigins: true });
      const isPage = ({ origins = [] }: (typeof chunks)[number]) =>
        origins.some(({ moduleName }) => moduleName?.endsWith('src/module.ts'));
      const file = path.join(distPath, PAGE_ASSETS_FILE);
      const assets = JSON.parse(await readFile(file, 'utf8')) as Record<string, string[]>;
      for (const name of chunks
        .filter(isPage)
        .flatMap(({ names = [] }) => names)
        .sort()) {
        const scripts = [...(assets.module ?? []), ...(assets[name] ?? [])];
        assets[pageScript(name)] = [await writePageScript(distPath, name, scripts)];
      }
      await writeFile(file, JSON.stringify(assets, null, 1));
    });
  },
});

const HASHES = /(\.sriHashes=\{)([^{}]*)(?=\})/;

/** The bundler writes the hashes of chunks in any order. */
const withSortedHashes = (script: string) =>
  script.replace(HASHES, (_, before: string, hashes: string) => before + hashes.split(',').sort().join(','));

/** Finishes scripts for browsers after minification, before their own hashes are computed. */
export const pluginFinishedScripts = (): RsbuildPlugin => ({
  name: 'ki:finished-scripts',
  setup(api) {
    if (api.context.action !== 'build') return;
    // Scripts of other environments run before the first use: they are small, and each byte of them counts.
    const finished = { stage: 'optimize-inline' as const, environments: ['web'] };
    api.processAssets(finished, ({ assets, compilation, sources }) => {
      for (const [name, asset] of Object.entries(assets)) {
        if (!name.endsWith('.js')) continue;
        const script = `${COMPILE_HINT}\n${withSortedHashes(asset.source().toString())}`;
        compilation.updateAsset(name, new sources.RawSource(script));
      }
    });
  },
});

export const MANIFEST_FILE = 'mf-manifest.json';

const NO_FILES = { js: { sync: [], async: [] }, css: { sync: [], async: [] } };

/** Writes the manifest of a container, in the format of Module Federation 2. */
export const pluginManifest = (remote: string): RsbuildPlugin => ({
  name: 'ki:manifest',
  setup(api) {
    const name = containerName(remote);
    const singleton = ([shared, version]: [string, string]) => ({
      id: `${name}:${shared}`,
      name: shared,
      version: '',
      singleton: true,
      requiredVersion: `^${version}`,
      assets: NO_FILES,
    });
    const manifest = {
      id: name,
      name,
      protocol: PROTOCOL,
      metaData: {
        name,
        type: 'app',
        globalName: name,
        publicPath: 'auto',
        types: { path: '', name: '', zip: '', api: '' },
        remoteEntry: { name: ENTRY_FILE, path: '', type: 'global' },
      },
      shared: Object.entries(singletonVersions()).map(singleton),
      remotes: [],
      exposes: [{ id: `${name}:module`, name: 'module', path: './module', assets: NO_FILES }],
    };
    api.processAssets({ stage: 'additional' }, ({ compilation, sources }) => {
      compilation.emitAsset(MANIFEST_FILE, new sources.RawSource(JSON.stringify(manifest, null, 1)));
    });
  },
});
