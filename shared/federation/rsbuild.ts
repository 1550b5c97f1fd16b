import { globSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type EnvironmentConfig, mergeRsbuildConfig, type ServerConfig } from '@rsbuild/core';
import { CONTRACT } from '../contract/remote-module.ts';
import { browser, common, container, host, ROUTER_APART, server, UNIVERSAL } from './build-parts.ts';
import { pluginRuntime } from './build-plugins.ts';
import { remoteDevelopment, shellDevelopment } from './development.ts';
import { assetsOf } from './runtime.ts';
import { SINGLETONS } from './singletons.ts';

const PATTERN = 'src/routes/*/pre-hydration.ts';

const found = (): Record<string, string> =>
  Object.fromEntries(
    globSync(PATTERN).map((file) => [path.basename(path.dirname(file)), `./${file.replaceAll(path.sep, '/')}`]),
  );

/** Builds each pre-hydration script of a remote into one file without the federation runtime. */
export function preHydrationScripts(name: string): Record<string, EnvironmentConfig> {
  const scripts = found();
  if (Object.keys(scripts).length === 0) return {};
  const output = { distPath: { root: 'dist/web/pre-hydration', js: '' } };
  return { 'pre-hydration': browser(name, scripts, { output, splitChunks: false }) };
}

/** The build of a remote: `./src/module.ts` federated for browsers, and as one file for the server. */
export const remoteBuild = (name: string, inBrowsers: EnvironmentConfig = {}) =>
  defineConfig(({ command }) => {
    if (command === 'dev') return remoteDevelopment(name, inBrowsers);
    return {
      ...common(name),
      environments: {
        web: container(name, { ...inBrowsers, output: { assetPrefix: 'auto' } }),
        ...preHydrationScripts(name),
        server: server('./src/module.ts', SINGLETONS, UNIVERSAL),
      },
    };
  });

/** The build of the shell is the runtime of a generation: the host of the singletons, the hydration loader, the worker. */
export const shellBuild = (developmentServer: ServerConfig['setup']) =>
  defineConfig(({ command }) => {
    if (command === 'dev') return shellDevelopment(developmentServer);
    return {
      ...mergeRsbuildConfig(common('shell'), { plugins: [pluginRuntime()] }),
      environments: {
        web: host({ splitChunks: ROUTER_APART, output: { assetPrefix: assetsOf(CONTRACT) } }),
        'hydration-loader': browser('shell', './src/hydration/loader.ts', {
          output: { distPath: { root: 'dist/web/hydration-loader', js: '' } },
        }),
        server: server('./worker/main.ts', [], ['node', ...UNIVERSAL]),
      },
    };
  });
