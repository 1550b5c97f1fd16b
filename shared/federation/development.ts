import { createRequire } from 'node:module';
import { type EnvironmentConfig, mergeRsbuildConfig, type RsbuildConfig, type ServerConfig } from '@rsbuild/core';
import { common, container, host } from './build-parts.ts';
import { EMPTY_STYLE, PAGE_POLICY } from './page-policy.ts';

const ROUTER = createRequire(import.meta.url).resolve('@ki/shared/federation/router.ts');
const HOST = '127.0.0.1';
const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/;

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

/** Lazy compilation fails across apps. */
const EAGER = { lazyCompilation: false } as const;

const UNTIL_SAVED_MS = 50;

const developed = (name: string) =>
  mergeRsbuildConfig(common(name), { tools: { rspack: { watchOptions: { aggregateTimeout: UNTIL_SAVED_MS } } } });

const FEDERATED = { ...EAGER, assetPrefix: 'auto', client: { host: HOST } } as const;

const definitions = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`process.env.${name}`, JSON.stringify(process.env[name] ?? '')]));

/** The development server of the shell: pages are rendered in browsers only. */
export function shellDevelopment(setup: ServerConfig['setup']): RsbuildConfig {
  return {
    ...developed('shell'),
    server: { ...served(), publicDir: { name: 'public' }, setup },
    environments: {
      web: host({ splitChunks: false, dev: { ...EAGER, assetPrefix: '/assets/' } }),
    },
  };
}

/** The policy of live pages, as far as hot reload permits: it opens sockets, and its overlay writes HTML. */
const framePolicy = () =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${EMPTY_STYLE}`,
    `connect-src 'self' ws://${HOST}:* ${process.env.SUPABASE_URL ?? ''}`,
    ...PAGE_POLICY,
  ].join(';');

const framed = (inBrowsers: EnvironmentConfig): EnvironmentConfig => ({
  ...inBrowsers,
  source: {
    entry: { index: './src/frame.ts' },
    // Rules are inserted as they are live: the policy refuses a style element with text.
    define: { ...definitions('SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY'), SC_DISABLE_SPEEDY: 'false' },
  },
  resolve: { ...inBrowsers.resolve, alias: { ...inBrowsers.resolve?.alias, 'react-router-dom$': ROUTER } },
  output: { distPath: { root: 'dist/frame', js: 'frame' } },
  html: { title: 'Frame' },
  dev: EAGER,
});

/** A production shell's React has no Fast Refresh, so that a change reloads the page. */
function overriding(name: string, inBrowsers: EnvironmentConfig): EnvironmentConfig {
  const config = container(name, inBrowsers);
  const forProduction: EnvironmentConfig = {
    dev: { ...FEDERATED, hmr: false, client: { host: HOST, overlay: false } },
    tools: {
      swc: { jsc: { transform: { react: { development: false } } } },
      rspack: { optimization: { nodeEnv: 'production' } },
    },
  };
  return mergeRsbuildConfig<EnvironmentConfig>(config, forProduction);
}

/** The development server of a remote, with bundles for a shell in development, a page of its own and an override. */
export function remoteDevelopment(name: string, inBrowsers: EnvironmentConfig): RsbuildConfig {
  return {
    ...developed(name),
    server: { ...served(), historyApiFallback: true, headers: { 'content-security-policy': framePolicy() } },
    environments: {
      web: container(name, { ...inBrowsers, dev: FEDERATED }),
      frame: framed(inBrowsers),
      override: overriding(name, inBrowsers),
    },
  };
}
