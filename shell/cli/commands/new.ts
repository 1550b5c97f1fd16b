import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ifThere } from '@ki/shared/process/files.ts';
import { build, runTool } from '../../build/build.ts';
import { copyChanged, type Manifest, manifestIn, remotesOf } from '../../build/workspace.ts';
import { SHELL_ADDRESSES } from '../../registry/addresses.ts';
import type { Command } from '../command.ts';

/** The template is a remote like any other, called mf-template. */
const TEMPLATE = path.join(import.meta.dirname, '..', 'template');
/** The workflow that ships it. */
const WORKFLOW = path.join(import.meta.dirname, '..', 'template.workflow.yml');
const NAME = /^mf-[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const LONGEST = 40;

const shortOf = (name: string) => name.slice('mf-'.length);

function titleOf(name: string): string {
  const words = shortOf(name).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Throws unless a remote can be called that. */
function assertName(name: string): void {
  if (!NAME.test(name) || name.length > LONGEST || name === 'mf-template') {
    throw new Error(
      `"${name}" is no name for a new remote; expected one like mf-events: mf-, small letters and digits`,
    );
  }
}

/** Throws unless a remote can be called that, and nobody owns the address that it would get. */
export async function assertFree(root: string, name: string): Promise<void> {
  assertName(name);
  if (await ifThere(stat(path.join(root, name)))) throw new Error(`${name} exists; expected a new name`);
  const others = await remotesOf(root);
  const address = `/${shortOf(name)}`;
  if (SHELL_ADDRESSES.includes(address))
    throw new Error(`${name} claims ${address}, but the shell itself answers ${address}; expected another name`);
  for (const other of others) {
    const { remote } = await manifestIn(path.join(root, other));
    if (remote?.routes.some((pattern) => pattern.toLowerCase() === address))
      throw new Error(`${name} claims ${address}, which ${other} owns; expected another name`);
  }
}

const renamed = (text: string, name: string) =>
  text.replaceAll('template', shortOf(name)).replaceAll('Template', titleOf(name));

/** The workflow by which a remote ships: the same for each but for its name. */
const workflowOf = async (name: string): Promise<string> => renamed(await readFile(WORKFLOW, 'utf8'), name);

/** Writes the template's files into a folder, under the remote's name. */
const writeTemplate = (folder: string, name: string): Promise<void> =>
  copyChanged(TEMPLATE, folder, (text) => renamed(text, name));

/** Writes a remote's folder and its workflow; `undo` leaves everything as it was. */
export async function makeFromTemplate(root: string, name: string): Promise<{ undo: () => Promise<void> }> {
  const folder = path.join(root, name);
  const lockfile = path.join(root, 'pnpm-lock.yaml');
  const lockedBefore = await readFile(lockfile);
  const workflow = path.join(root, '.github', 'workflows', `${name}.yml`);
  await writeTemplate(folder, name);
  await mkdir(path.dirname(workflow), { recursive: true });
  await writeFile(workflow, await workflowOf(name));
  return {
    async undo() {
      await rm(folder, { recursive: true, force: true });
      await rm(workflow, { force: true });
      await writeFile(lockfile, lockedBefore);
    },
  };
}

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

const KIT = '@ki/remote-kit';

/** Keeps the installed kit: a version, or a file while no registry has it. */
async function keepKit(root: string, { dependencies: own, devDependencies }: Manifest): Promise<void> {
  const installed = own?.[KIT] ?? devDependencies?.[KIT];
  if (!installed) return;
  const made = await manifestIn(root);
  const dependencies = { ...made.dependencies, [KIT]: installed };
  await writeFile(path.join(root, 'package.json'), `${JSON.stringify({ ...made, dependencies }, null, 2)}\n`);
}

const whatNextOutside = (name: string) => `
It has one page at /${name.slice('mf-'.length)}: src/routes, listed in src/module.ts and package.json.

  npm install && npm test       installs and tests it
  npm run dev                   works on it, on the data of SUPABASE_URL
  npx ki-remote --help          publish stores a version of it, promote makes it live
  .github/workflows/${name}.yml does both from GitHub
`;

export const newOutsideCommand: Command = {
  args: ['NAME'],
  summary: 'makes this folder a remote mf-… from the template, with a page at its name without mf- and a workflow',
  isOfSources: true,
  async run({ args: [name = ''], root }) {
    assertName(name);
    if (await ifThere(stat(path.join(root, 'src')))) throw new Error('src exists; expected a folder without sources');
    const before = await manifestIn(root);
    await writeTemplate(root, name);
    // npm leaves files named .gitignore out of packages.
    await rename(path.join(root, 'gitignore'), path.join(root, '.gitignore'));
    await keepKit(root, before);
    process.stderr.write(`${whatNextOutside(name)}\n`);
    return { lines: [`created ${name}`], json: { done: 'created', remote: name } };
  },
};
