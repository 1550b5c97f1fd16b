import { existsSync } from 'node:fs';
import path from 'node:path';
import { browser, common, SHELL_ENTRY } from '../../../shared/federation/build-parts.ts';
import { ROOT } from '../../lib/toolchain.mjs';

/** Modules of the shell, and what takes their place. */
const INSTEAD = { 'remotes/federation.ts': 'remotes-inside.ts', 'app/data/asked-data.ts': 'asks-nobody.ts' };

/** Matches a file of the shell. Throws when it is not there: without what takes its place this would be no monolith. */
function fileOfShell(file: string): RegExp {
  const there = path.join(ROOT, 'shell', 'src', file);
  if (!existsSync(there)) throw new Error(`${there} is elsewhere now`);
  return new RegExp(`^${there.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
}

const base = common('monolith');

/** The shell as one application with its remotes, built in the shell's folder. What they share is bundled as all else. */
const config: typeof base = {
  ...base,
  tools: {
    ...base.tools,
    rspack(_, { rspack, appendPlugins }) {
      const replacements = Object.entries(INSTEAD).map(([file, instead]) => {
        const taken = path.join(import.meta.dirname, instead);
        return new rspack.NormalModuleReplacementPlugin(fileOfShell(file), taken);
      });
      appendPlugins(replacements);
    },
  },
  environments: {
    web: browser('monolith', SHELL_ENTRY, {
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
