import { defineConfig, type EnvironmentConfig, type ServerConfig } from '@rsbuild/core';
import { browser, common, exposeModule, hostRemotes, SHELL_ENTRY, server, UNIVERSAL } from './build-parts.ts';
import { remoteDevelopment, shellDevelopment } from './development.ts';
import { earlyScripts } from './early-scripts.ts';
import { SINGLETONS } from './singletons.ts';

/** Pages load what is exposed. An entry with code of its own would share chunks with that, one more request for each page. */
const NO_ENTRY = 'data:text/javascript,';

/**
 * The build of a remote that exposes `./src/module.ts` to browsers (federated) and to the server (one file);
 * `inBrowsers` is for what its code needs there beside that.
 */
export const remoteBuild = (name: string, inBrowsers: EnvironmentConfig = {}) =>
  defineConfig(({ command }) => {
    if (command === 'dev') return remoteDevelopment(name, inBrowsers);
    const federated = { plugins: [exposeModule(name, 'web')], output: { assetPrefix: 'auto' } };
    return {
      ...common(name),
      environments: {
        web: browser(name, NO_ENTRY, { ...inBrowsers, ...federated }),
        ...earlyScripts(name),
        server: server('./src/module.ts', SINGLETONS, UNIVERSAL),
      },
    };
  });

/** The build of the shell: the host that provides the singletons, and the renderer that its server runs. */
export const shellBuild = (developmentServer: ServerConfig['setup']) =>
  defineConfig(({ command }) => {
    if (command === 'dev') return shellDevelopment(developmentServer);
    const host = { plugins: [hostRemotes()], output: { assetPrefix: '/assets/' } };
    return {
      ...common('shell'),
      environments: {
        web: browser('shell', SHELL_ENTRY, host),
        // Apart from the federation, which would put its runtime into each entry.
        starter: browser('shell', './src/starter/main.ts', {
          output: { distPath: { root: 'dist/web/starter', js: '' } },
        }),
        server: server('./renderer/main.ts', [], ['node', ...UNIVERSAL]),
      },
    };
  });
