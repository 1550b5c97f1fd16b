import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ifThere } from '@ki/shared/process/files.ts';
import type { Command } from '../command.ts';
import { assertName, writeTemplate } from '../from-template.ts';

const KIT = '@ki/remote-kit';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const manifestIn = async (root: string): Promise<Manifest> =>
  JSON.parse((await ifThere(readFile(path.join(root, 'package.json'), 'utf8'))) ?? '{}') as Manifest;

/** Keeps the installed kit: a version, or a file while no registry has it. */
async function keepKit(root: string, before: Manifest): Promise<void> {
  const installed = before.dependencies?.[KIT] ?? before.devDependencies?.[KIT];
  if (!installed) return;
  const made = await manifestIn(root);
  const dependencies = { ...made.dependencies, [KIT]: installed };
  await writeFile(path.join(root, 'package.json'), `${JSON.stringify({ ...made, dependencies }, null, 2)}\n`);
}

const whatNext = (name: string) => `
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
    process.stderr.write(`${whatNext(name)}\n`);
    return { lines: [`created ${name}`], json: { done: 'created', remote: name } };
  },
};
