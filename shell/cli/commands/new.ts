import path from 'node:path';
import { build } from '../../build/build.ts';
import { runTool } from '../../build/tool.ts';
import type { Command } from '../command.ts';
import { assertFree, makeFromTemplate } from '../from-template.ts';
import { interruptible } from '../interruption.ts';

/** Says what is under way: it takes a while. */
const tell = (text: string) => process.stderr.write(`${text}\n`);

async function install(root: string, signal: AbortSignal): Promise<void> {
  tell('installing');
  const script = path.join(root, 'scripts', 'install.mjs');
  await runTool(script, [], { cwd: root, signal, orElse: 'the dependencies could not be installed' });
}

async function buildAndTest(root: string, name: string, signal: AbortSignal): Promise<void> {
  // A name of another length breaks lines elsewhere.
  const biome = path.join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  await runTool(biome, ['check', '--write', name], { cwd: root, signal, orElse: `${name} could not be formatted` });
  tell('building');
  await build(root, name, async () => undefined, { signal });
  tell('testing');
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  await runTool(vitest, ['run', '--project', 'unit', '--project', 'routes', `${name}/`], {
    cwd: root,
    signal,
    env: { NODE_ENV: 'test' },
    orElse: `the tests of ${name} failed`,
  });
}

/** The whole remote, or nothing of it. */
async function make(root: string, name: string, signal: AbortSignal): Promise<void> {
  const made = await makeFromTemplate(root, name);
  try {
    signal.throwIfAborted();
    await install(root, signal);
    await buildAndTest(root, name, signal);
    signal.throwIfAborted();
  } catch (error) {
    await made.undo();
    throw error;
  }
}

/** For a team that makes its first remote; what programs read is the line after it. */
const whatNext = (name: string) => `
It has one page at /${name.slice('mf-'.length)}: ${name}/src/routes, listed in ${name}/src/module.ts and ${name}/package.json.

  npx --yes pnpm@12.21.0 --filter ${name} dev       works on it, with hot reload
  .github/workflows/${name}.yml             ships it from GitHub, as docs/pipelines.md says
  npx --yes pnpm@12.21.0 remote publish ${name}     stores a version of it; then promote makes it live
  npm start                                 brings it up with everything else
`;

export const command: Command = {
  args: ['NAME'],
  summary:
    'makes a remote mf-… from the template, with a page at its name without mf- and a workflow, and builds and tests it',
  isOfSources: true,
  async run({ args: [name = ''], root }) {
    await assertFree(root, name);
    await interruptible((signal) => make(root, name, signal));
    tell(whatNext(name));
    return { lines: [`created ${name}`], json: { done: 'created', remote: name } };
  },
};
