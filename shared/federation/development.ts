import { createRequire } from 'node:module';
import { type EnvironmentConfig, mergeRsbuildConfig, type RsbuildConfig, type ServerConfig } from '@rsbuild/core';
import { browser, common, exposeModule, hostRemotes, SHELL_ENTRY } from './build-parts.ts';

const ROUTER = createRequire(import.meta.url).resolve('@ki/shared/federation/router.ts');
const HOST = '127.0.0.1';
const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/;

/** Pages of this machine may load code that is being written, and those of the site that it is written for. */
function allowedOrigins(): (RegExp | string)[] {
  const { SITE_URL } = process.env;
  return SITE_URL ? [LOOPBACK, new URL(SITE_URL).origin] : [LOOPBACK];
}

const served = (): ServerConfig => ({
  host: HOST,
  strictPort: true,
  publicDir: false,
  printUrls: false,
  cors: { origin: allowedOrigins() },
});

/** Everything is compiled at once: it takes half a second, and what is compiled on demand gets lost between the apps. */
const EAGER = { lazyCompilation: false } as const;

/** Time for an editor to save: it empties a file before it writes, and half of a file is not to be compiled. */
const UNTIL_SAVED_MS = 50;

/** What every development server starts from. */
const developed = (name: string) =>
  mergeRsbuildConfig(common(name), { tools: { rspack: { watchOptions: { aggregateTimeout: UNTIL_SAVED_MS } } } });

/** Loaded by a page of another origin. */
const FEDERATED = { ...EAGER, assetPrefix: 'auto', client: { host: HOST } } as const;

/** Variables of this process that the browser's code asks for. */
const definitions = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`process.env.${name}`, JSON.stringify(process.env[name] ?? '')]));

/** The shell while it is worked on: for browsers only, with pages that no server renders. */
export function shellDevelopment(setup: ServerConfig['setup']): RsbuildConfig {
  return {
    ...developed('shell'),
    server: { ...served(), publicDir: { name: 'public' }, setup },
    environments: {
      web: browser('shell', SHELL_ENTRY, {
        plugins: [hostRemotes()],
        // One script, so that a page needs no list of them.
        splitChunks: false,
        dev: { ...EAGER, assetPrefix: '/assets/' },
      }),
    },
  };
}

/** Everything of a remote in one page, with the part of the router that a shell would give it. */
const framed = (inBrowsers: EnvironmentConfig): EnvironmentConfig => ({
  ...inBrowsers,
  source: {
    entry: { index: './src/frame.ts' },
    define: definitions('SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY'),
  },
  resolve: { ...inBrowsers.resolve, alias: { ...inBrowsers.resolve?.alias, 'react-router-dom$': ROUTER } },
  output: { distPath: { root: 'dist/frame', js: 'frame' } },
  html: { title: 'Frame' },
  dev: EAGER,
});

/** For the React of a shell in production, which refreshes nothing: a change reloads the page. */
function overriding(name: string, inBrowsers: EnvironmentConfig): EnvironmentConfig {
  const config = browser(name, './src/module.ts', { ...inBrowsers, plugins: [exposeModule(name, 'override')] });
  const forProduction: EnvironmentConfig = {
    dev: { ...FEDERATED, hmr: false, client: { host: HOST, overlay: false } },
    tools: {
      swc: { jsc: { transform: { react: { development: false } } } },
      rspack: { optimization: { nodeEnv: 'production' } },
    },
  };
  return mergeRsbuildConfig<EnvironmentConfig>(config, forProduction);
}

/**
 * A remote while it is worked on: `web` for a shell that is worked on too, `frame` for a page of its own, `override` for
 * a shell that runs.
 */
export function remoteDevelopment(name: string, inBrowsers: EnvironmentConfig): RsbuildConfig {
  return {
    ...developed(name),
    server: { ...served(), historyApiFallback: true },
    environments: {
      web: browser(name, './src/module.ts', { ...inBrowsers, plugins: [exposeModule(name, 'web')], dev: FEDERATED }),
      frame: framed(inBrowsers),
      override: overriding(name, inBrowsers),
    },
  };
}
