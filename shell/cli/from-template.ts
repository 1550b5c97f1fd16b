import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ifThere } from '@ki/shared/process/files.ts';
import { copyChanged, remotesOf } from '../build/workspace.ts';
import { SHELL_ADDRESSES } from '../registry/addresses.ts';

/** The template is a remote like any other, called mf-template. */
const TEMPLATE = path.join(import.meta.dirname, 'template');
/** The workflow that ships it. */
const WORKFLOW = path.join(import.meta.dirname, 'template.workflow.yml');
const NAME = /^mf-[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const LONGEST = 40;

const shortOf = (name: string) => name.slice('mf-'.length);

function titleOf(name: string): string {
  const words = shortOf(name).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

async function patternsOf(root: string, name: string): Promise<readonly string[]> {
  const manifest = JSON.parse(await readFile(path.join(root, name, 'package.json'), 'utf8')) as {
    remote: { routes: string[] };
  };
  return manifest.remote.routes;
}

/** Throws unless a remote can be called that. */
export function assertName(name: string): void {
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
    const patterns = await patternsOf(root, other);
    if (patterns.some((pattern) => pattern.toLowerCase() === address))
      throw new Error(`${name} claims ${address}, which ${other} owns; expected another name`);
  }
}

const renamed = (text: string, name: string) =>
  text.replaceAll('template', shortOf(name)).replaceAll('Template', titleOf(name));

/** The workflow by which a remote ships: the same for each but for its name. */
export const workflowOf = async (name: string): Promise<string> => renamed(await readFile(WORKFLOW, 'utf8'), name);

/** Writes the template's files into a folder, under the remote's name. */
export const writeTemplate = (folder: string, name: string): Promise<void> =>
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
