import { createRequire } from 'node:module';
import path from 'node:path';
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';
import type { EnvironmentConfig, RsbuildConfig, RsbuildPlugin } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { pluginFederationAsModules, pluginPageAssets } from './build-plugins.ts';
import { containerName } from './container-name.ts';
import { versionOf } from './singleton-versions.ts';
import { SINGLETONS } from './singletons.ts';

const require = createRequire(import.meta.url);
const SHARED = path.join(import.meta.dirname, '..');
const CHUNK_TIMEOUT_MS = 4_000;
const BROWSERS = ['chrome >= 120', 'edge >= 120', 'firefox >= 121', 'safari >= 17.2'];

const LEAN = { disableSnapshot: true, target: 'web' } as const;
const LEAN_REMOTE = { ...LEAN, disableRemote: true } as const;

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

function sharedByHost() {
  return Object.fromEntries(
    SINGLETONS.map((name) => {
      const version = versionOf(name);
      const only = name === 'react-router-dom' ? { import: require.resolve('@ki/shared/federation/router.ts') } : {};
      return [name, { singleton: true, eager: true, version, requiredVersion: `^${version}`, ...only }];
    }),
  );
}

function consumedByRemote() {
  return Object.fromEntries(
    SINGLETONS.map(
      (name) => [name, { singleton: true, import: false, requiredVersion: `^${versionOf(name)}` }] as const,
    ),
  );
}

const equalClassNames = (namespace: string): [string, Record<string, unknown>] => [
  require.resolve('@swc/plugin-styled-components'),
  { ssr: true, namespace, displayName: false, fileName: false, pure: true, transpileTemplateLiterals: true },
];

export const SHELL_ENTRY = './src/start.ts';

/** The configuration that all apps share. */
export function common(name: string): RsbuildConfig {
  return {
    plugins: [pluginReact(), pluginFederationAsModules(), pluginPageAssets()],
    source: { include: [SHARED] },
    tools: { swc: { jsc: { experimental: { plugins: [equalClassNames(name)] } } } },
    performance: { printFileSize: false },
    security: { sri: { enable: 'auto', algorithm: 'sha384' } },
    server: { publicDir: false },
  };
}

/** A bundle for browsers, of one entry or of several by name. */
export function browser(
  name: string,
  entry: string | Record<string, string>,
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
          javascript: { ...config.module.parser?.javascript, dynamicImportMode: 'eager' },
        };
      },
    },
  };
}

/** Exposes `./src/module.ts` as the remote's module, built in the environment of that name. */
export function exposeModule(name: string, environment: string): RsbuildPlugin {
  const federation = {
    name: containerName(name),
    filename: 'remoteEntry.js',
    exposes: { './module': { import: './src/module.ts', name: 'module' } },
    shared: consumedByRemote(),
    shareStrategy: 'loaded-first',
    dts: false,
    manifest: true,
    experiments: { externalRuntime: true, optimization: LEAN_REMOTE },
  } as const;
  return pluginModuleFederation(federation, { environment });
}

/** Makes the shell the host that provides the singletons. */
export function hostRemotes(): RsbuildPlugin {
  return pluginModuleFederation({
    name: 'shell',
    remotes: {},
    shared: sharedByHost(),
    shareStrategy: 'loaded-first',
    dts: false,
    manifest: false,
    experiments: { provideExternalRuntime: true, optimization: LEAN },
  });
}
