/** `pnpm kit FOLDER` packs `@ki/remote-kit`, built from `shared` and the command line, as ki-remote-kit-VERSION.tgz. */
import { execFile } from 'node:child_process';
import { chmod, cp, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from '../build/build.ts';
import { runTool } from '../build/tool.ts';
import { copyChanged, ROOT } from '../build/workspace.ts';
import { facades, kitManifest, outside, packagesIn, remoteManifest, sharedManifest } from './manifest.ts';

const TSC = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const PROJECT = path.join(import.meta.dirname, 'tsconfig.json');
const OF_BACKEND =
  'supabase/{config.toml,migrations/*.sql,local-backend/{{backup,database}/*.sql,passwords/*.gz},seed/**/*.{yaml,md}}';
/** The runtime on which releases are checked. */
const OF_SHELL = 'shell/dist/{runtime.json,server/index.cjs,web/**/*.{js,json}}';
const GUIDE = path.join(import.meta.dirname, 'README.md');

const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

async function copy(pattern: string, dist: string): Promise<void> {
  for await (const file of glob(pattern, { cwd: ROOT })) await cp(path.join(ROOT, file), path.join(dist, file));
}

async function writeTemplate(dist: string): Promise<void> {
  const into = path.join(dist, 'shell', 'cli', 'template');
  for (const part of ['template', 'template-outside'])
    await copyChanged(path.join(ROOT, 'shell', 'cli', part), into, outside);
  await write(path.join(into, 'package.json'), asJson(remoteManifest()));
}

async function importedBy(dist: string): Promise<ReadonlySet<string>> {
  const imported = new Set<string>();
  for await (const file of glob('**/*.{js,mjs,d.ts}', { cwd: dist })) {
    for (const name of packagesIn(await readFile(path.join(dist, file), 'utf8'))) imported.add(name);
  }
  return imported;
}

async function tsconfig(): Promise<string> {
  const { compilerOptions } = JSON.parse(await readFile(path.join(ROOT, 'tsconfig.json'), 'utf8')) as {
    compilerOptions: Record<string, unknown>;
  };
  return asJson({ compilerOptions: { ...compilerOptions, allowJs: false, checkJs: false, types: ['node'] } });
}

async function compile(kit: string): Promise<void> {
  const dist = path.join(kit, 'dist');
  await runTool(TSC, ['-p', PROJECT, '--outDir', dist], { cwd: ROOT, orElse: 'the kit does not compile' });
  for (const { file, text } of facades()) {
    await write(path.join(dist, `${file}.js`), text);
    await write(path.join(dist, `${file}.d.ts`), text);
  }
  const imported = await importedBy(dist);
  await build(ROOT, 'shell', () => copy(OF_SHELL, dist));
  await copy(OF_BACKEND, dist);
  await writeTemplate(dist);
  await write(path.join(dist, 'package.json'), asJson(sharedManifest()));
  await write(path.join(kit, 'package.json'), asJson(kitManifest(imported)));
  await write(path.join(kit, 'tsconfig.json'), await tsconfig());
  await cp(GUIDE, path.join(kit, 'README.md'));
  await chmod(path.join(dist, 'shell', 'cli', 'ki-remote.js'), 0o755);
}

const into = path.resolve(process.argv[2] ?? '.');
const kit = await mkdtemp(path.join(tmpdir(), 'remote-kit-'));
try {
  await compile(kit);
  await mkdir(into, { recursive: true });
  const { stdout } = await promisify(execFile)('npm', ['pack', '--pack-destination', into, '--silent'], { cwd: kit });
  console.log(path.join(into, stdout.trim()));
} finally {
  await rm(kit, { recursive: true });
}
