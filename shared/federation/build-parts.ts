import { createRequire } from 'node:module';
import path from 'node:path';
import { type EnvironmentConfig, mergeRsbuildConfig, type RsbuildConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { pluginFinishedScripts, pluginManifest, pluginPageAssets, pluginPageScripts } from './build-plugins.ts';
import { containerName, ENTRY_FILE, singletonsName } from './container.ts';
import { singletonVersions } from './runtime.ts';
import { pluginScriptsOnly } from './scripts-only.ts';
import { SINGLETONS } from './singletons.ts';

const require = createRequire(import.meta.url);
const SHARED = path.join(import.meta.dirname, '..');
const CHUNK_TIMEOUT_MS = 4_000;
const BROWSERS = ['chrome >= 123', 'edge >= 123', 'firefox >= 121', 'safari >= 17.5'];

/** Export conditions without `node`: a remote's server bundle must not use Node.js. */
export const UNIVERSAL = ['webpack', 'module', 'import', 'require', 'default'];

/** The parser's browser build decodes named entities by `innerHTML`, which Trusted Types forbid. */
const MARKDOWN_WITHOUT_DOM = {
  test: /[\\/]node_modules[\\/](micromark|mdast-util)[^\\/]*[\\/]/,
  resolve: { conditionNames: ['worker', 'import', 'module', 'default'] },
};

const HIGHLIGHT_WITHOUT_GRAMMARS = {
  test: /[\\/]node_modules[\\/]rehype-highlight[\\/]/,
  resolve: { alias: { lowlight$: require.resolve('@ki/shared/ui/markdown/lowlight.ts') } },
};

/** A list of the router's exports, from which a build leaves out what nobody uses. */
const ROUTER = require.resolve('@ki/shared/federation/router.ts');

const equalClassNames = (namespace: string): [string, Record<string, unknown>] => [
  require.resolve('@swc/plugin-styled-components'),
  { ssr: true, namespace, displayName: false, fileName: false, pure: true, transpileTemplateLiterals: true },
];

const SHELL_ENTRY = './src/start.ts';

/** The configuration that all apps share. */
export function common(name: string): RsbuildConfig {
  return {
    plugins: [pluginReact(), pluginPageAssets(), pluginFinishedScripts()],
    // A bundle has no file of its own; by default the absolute path of a module's source would be in it.
    source: { include: [SHARED], define: { 'import.meta.url': JSON.stringify('file:///') } },
    tools: { swc: { jsc: { experimental: { plugins: [equalClassNames(name)] } } } },
    performance: { printFileSize: false },
    security: { sri: { enable: 'auto', algorithm: 'sha384' } },
    server: { publicDir: false },
  };
}

/** A bundle for browsers, of one entry or of several by name. */
export function browser(
  name: string,
  entry: string | NonNullable<NonNullable<EnvironmentConfig['source']>['entry']>,
  extra: EnvironmentConfig,
): EnvironmentConfig {
  return {
    ...extra,
    source: {
      entry: typeof entry === 'string' ? { index: entry } : entry,
      // Removes what only the server runs.
      define: { 'typeof document': JSON.stringify('object') },
    },
    output: {
      target: 'web',
      distPath: { root: 'dist/web', js: 'js' },
      overrideBrowserslist: BROWSERS,
      ...extra.output,
    },
    tools: {
      htmlPlugin: false,
      rspack(config) {
        config.output ??= {};
        // Tells the bundles of a page apart, also for the copy of Fast Refresh that each has in development.
        config.output.uniqueName = containerName(name);
        config.output.crossOriginLoading = 'anonymous';
        config.output.chunkLoadTimeout = CHUNK_TIMEOUT_MS;
        config.output.trustedTypes = { policyName: name, onPolicyCreationFailure: 'stop' };
        config.module ??= {};
        config.module.rules = [...(config.module.rules ?? []), MARKDOWN_WITHOUT_DOM, HIGHLIGHT_WITHOUT_GRAMMARS];
      },
    },
  };
}

/** ASCII only: V8 stores a source with one character beyond Latin-1 in two bytes each. */
const SMALL_TEXT = {
  jsOptions: {
    minimizerOptions: {
      mangle: { keep_fnames: true, keep_classnames: true },
      format: { asciiOnly: true, comments: false },
    },
  },
} as const;

/** A bundle for the server: one CommonJS file, so that one hash covers all of its code. */
export function server(entry: string, externals: readonly string[], conditionNames: string[]): EnvironmentConfig {
  return {
    source: { entry: { index: entry } },
    // Hashes are for browsers.
    security: { sri: { enable: false } },
    output: {
      target: 'node',
      module: false,
      distPath: { root: 'dist/server' },
      filename: { js: 'index.cjs' },
      externals: Object.fromEntries(externals.map((name) => [name, `commonjs ${name}`])),
      minify: SMALL_TEXT,
    },
    tools: {
      htmlPlugin: false,
      rspack(config) {
        config.output ??= {};
        config.output.library = { type: 'commonjs2' };
        config.resolve = { ...config.resolve, conditionNames };
        config.module ??= {};
        config.module.rules = [...(config.module.rules ?? []), HIGHLIGHT_WITHOUT_GRAMMARS];
        config.module.parser = {
          ...config.module.parser,
          javascript: { ...config.module.parser?.javascript, dynamicImportMode: 'eager', worker: false },
        };
      },
    },
  };
}

const CONTAINER_ENTRY = require.resolve('@ki/shared/federation/container-entry.ts');

const EXPOSED = '@ki/shared/federation/exposed-module.ts';

/** A remote's bundle for browsers: a federation container that exposes `./src/module.ts`. */
export function container(name: string, extra: EnvironmentConfig): EnvironmentConfig {
  const library = { type: 'global', name: containerName(name) };
  const config = browser(name, { remoteEntry: { import: CONTAINER_ENTRY, filename: ENTRY_FILE, library } }, extra);
  const provided = (singleton: string) => `${singletonsName(name)}[${JSON.stringify(singleton)}]`;
  return mergeRsbuildConfig<EnvironmentConfig>(config, {
    plugins: [pluginManifest(name), pluginPageScripts(), pluginScriptsOnly()],
    // The entry is one file, which declares the container when it has run.
    splitChunks: { chunks: 'async' },
    source: { define: { SINGLETONS_NAME: JSON.stringify(singletonsName(name)) } },
    resolve: { alias: { [`${EXPOSED}$`]: './src/module.ts' } },
    output: { externals: Object.fromEntries(SINGLETONS.map((singleton) => [singleton, provided(singleton)])) },
  });
}

/**
 * Downloads share the line, so that two scripts of half the size arrive before `react-dom`: the shell is evaluated while it
 * downloads.
 */
export const ROUTER_APART = {
  preset: 'none',
  chunks: 'initial',
  cacheGroups: {
    default: false,
    defaultVendors: false,
    router: { test: /[\\/]node_modules[\\/]react-router[\\/]/, name: 'router', enforce: true },
  },
} as const;

/** The shell's bundle for browsers, which provides the singletons. */
export function host(extra: EnvironmentConfig): EnvironmentConfig {
  return mergeRsbuildConfig<EnvironmentConfig>(browser('shell', SHELL_ENTRY, extra), {
    source: { define: { SINGLETON_VERSIONS: JSON.stringify(singletonVersions()) } },
    resolve: { alias: { 'react-router-dom$': ROUTER } },
  });
}
