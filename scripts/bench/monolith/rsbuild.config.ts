import path from 'node:path';
import { browser, common } from '../../../shared/federation/build-parts.ts';
import { ROOT } from '../../lib/toolchain.mjs';

const FEDERATION = /[\\/]shell[\\/]src[\\/]remotes[\\/]federation\.ts$/;
const REMOTES_INSIDE = path.join(import.meta.dirname, 'remotes-inside.ts');

const base = common('monolith');

/** The shell as one application with its remotes, built in the shell's folder. What they share is bundled as all else. */
const config: typeof base = {
  ...base,
  tools: {
    ...base.tools,
    rspack(_, { rspack, appendPlugins }) {
      appendPlugins(new rspack.NormalModuleReplacementPlugin(FEDERATION, REMOTES_INSIDE));
    },
  },
  environments: {
    web: browser('monolith', './src/browser.tsx', {
      // Whoever builds says where the folder is: nothing goes where the platform's files are.
      output: { distPath: { js: 'js' } },
      // Rsbuild's own would have what makes feeds in each visit, as both are React.
      splitChunks: { preset: 'none' },
      resolve: {
        alias: {
          'react-router-dom$': path.join(ROOT, 'shared/federation/router.ts'),
          // As mf-admin has it.
          stream: path.join(ROOT, 'mf-admin/src/workflows/model/file-text/node-stream.ts'),
        },
      },
    }),
  },
};

export default config;
