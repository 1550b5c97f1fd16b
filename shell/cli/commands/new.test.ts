import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** A fake, slow installation: it prints that it runs, changes the lockfile, and waits. */
const INSTALLING = `
  const fs = require('node:fs');
  fs.writeFileSync('pnpm-lock.yaml', 'changed');
  fs.mkdirSync('mf-events/node_modules');
  fs.writeFileSync('begun', '');
  setInterval(() => {}, 1000);`;

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'new-remote-'));
  await mkdir(path.join(root, 'scripts'));
  await mkdir(path.join(root, '.github', 'workflows'), { recursive: true });
  await writeFile(
    path.join(root, 'scripts', 'bootstrap.mjs'),
    `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);${INSTALLING}`,
  );
  await writeFile(path.join(root, 'pnpm-lock.yaml'), 'as it was');
});
afterEach(() => rm(root, { recursive: true }));

const hasBegun = () =>
  access(path.join(root, 'begun')).then(
    () => true,
    () => false,
  );

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s during the installation removes the new remote again',
  async (signal) => {
    const script = `
    import { newCommand } from '${path.join(import.meta.dirname, 'new.ts')}';
    await newCommand.run({ args: ['mf-events'], options: {}, root: ${JSON.stringify(root)}, dataDir: '', store: {}, trustedKeys: { isStated: false, byRemote: new Map() }, isProject: false, author: '', reason: '' });
  `;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (data) => (said += String(data)));
    await expect.poll(hasBegun, { timeout: 20_000 }).toBe(true);
    child.kill(signal);
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(1);
    expect(said).toContain(`stopped by ${signal}`);
    expect((await readdir(root)).sort()).toEqual(['.github', 'begun', 'pnpm-lock.yaml', 'scripts']);
    expect(await readdir(path.join(root, '.github', 'workflows'))).toEqual([]);
    expect(await readFile(path.join(root, 'pnpm-lock.yaml'), 'utf8')).toBe('as it was');
  },
  30_000,
);
