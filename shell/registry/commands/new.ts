import path from 'node:path';
import { build } from '../build.ts';
import type { Command } from '../command.ts';
import { assertFree, makeFromTemplate } from '../from-template.ts';
import { runTool } from '../tool.ts';

/** Says what is under way: it takes a while. */
const tell = (text: string) => process.stderr.write(`${text}\n`);

async function install(root: string): Promise<void> {
  tell('installing');
  const script = path.join(root, 'scripts', 'install.mjs');
  await runTool(script, [], { cwd: root, orElse: 'the dependencies could not be installed' });
}

async function buildAndTest(root: string, name: string): Promise<void> {
  // A name of another length breaks lines elsewhere.
  const biome = path.join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  await runTool(biome, ['check', '--write', name], { cwd: root, orElse: `${name} could not be formatted` });
  tell('building');
  await build(root, name, async () => undefined);
  tell('testing');
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  await runTool(vitest, ['run', '--project', 'unit', '--project', 'routes', `${name}/`], {
    cwd: root,
    env: { NODE_ENV: 'test' },
    orElse: `the tests of ${name} failed`,
  });
}

export const command: Command = {
  args: ['NAME'],
  summary: 'makes a remote mf-… from the template, with a page at its name without mf-, and builds and tests it',
  async run({ args: [name = ''], root }) {
    await assertFree(root, name);
    const made = await makeFromTemplate(root, name);
    try {
      await install(root);
      await buildAndTest(root, name);
    } catch (error) {
      await made.undo();
      throw error;
    }
    return { lines: [`created ${name}`], json: { done: 'created', remote: name } };
  },
};
