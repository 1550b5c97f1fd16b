import path from 'node:path';
import { build } from '../../build/build.ts';
import { runTool } from '../../build/tool.ts';
import type { Command } from '../command.ts';
import { assertFree, makeFromTemplate } from '../from-template.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = (name: NodeJS.Signals) => controller.abort(new Error(`stopped by ${name}`));
  for (const name of SIGNALS) process.on(name, abort);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, abort);
  }
}

const report = (text: string) => process.stderr.write(`${text}\n`);

async function install(root: string, signal: AbortSignal): Promise<void> {
  report('installing');
  const script = path.join(root, 'scripts', 'bootstrap.mjs');
  await runTool(script, ['install'], { cwd: root, signal, orElse: 'the dependencies could not be installed' });
}

async function buildAndTest(root: string, name: string, signal: AbortSignal): Promise<void> {
  // The remote's name changes where lines break.
  const biome = path.join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  await runTool(biome, ['check', '--write', name], { cwd: root, signal, orElse: `${name} could not be formatted` });
  report('building');
  await build(root, name, async () => undefined, { signal });
  report('testing');
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  await runTool(vitest, ['run', '--project', 'unit', '--project', 'routes', `${name}/`], {
    cwd: root,
    signal,
    env: { NODE_ENV: 'test' },
    orElse: `the tests of ${name} failed`,
  });
}

/** Makes the whole remote, or removes what it made. */
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

const whatNext = (name: string) => `
It has one page at /${name.slice('mf-'.length)}: ${name}/src/routes, listed in ${name}/src/module.ts and ${name}/package.json.

  npx --yes pnpm@12.21.0 --filter ${name} dev       works on it, with hot reload
  .github/workflows/${name}.yml             ships it from GitHub, as docs/ship.md says
  npx --yes pnpm@12.21.0 remote publish ${name}     stores a version of it; then promote makes it live
  npm start                                 brings it up with everything else
`;

export const newCommand: Command = {
  args: ['NAME'],
  summary:
    'makes a remote mf-… from the template, with a page at its name without mf- and a workflow, and builds and tests it',
  isOfSources: true,
  async run({ args: [name = ''], root }) {
    await assertFree(root, name);
    await interruptible((signal) => make(root, name, signal));
    report(whatNext(name));
    return { lines: [`created ${name}`], json: { done: 'created', remote: name } };
  },
};
