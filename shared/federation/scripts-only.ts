import path from 'node:path';
import type { RsbuildPlugin, RsbuildPluginAPI } from '@rsbuild/core';
import { ENTRY_FILE } from './container.ts';

/** Source maps and licences are beside scripts, and no page loads them. */
const SERVED = /\.(c?js|json|map|LICENSE\.txt)$/;

const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [/\.(css|scss|sass|less|styl)$/, 'write its rules with styled-components'],
  [/\.(png|jpe?g|gif|webp|avif|ico|bmp|svg)$/, 'show a picture of the library, or one below 4 kB'],
  [/\.(woff2?|ttf|otf|eot)$/, 'use the fonts of the site'],
];

const insteadOf = (file: string) => INSTEAD.find(([kind]) => kind.test(file))?.[1] ?? 'use scripts only';

/** The alternative to a file that the policy of the shell lets no page load; `null` for a file that may be there. */
export const reasonAgainstFile = (file: string): string | null => (SERVED.test(file) ? null : insteadOf(file));

type Compilation = Parameters<Parameters<RsbuildPluginAPI['processAssets']>[1]>[0]['compilation'];

interface Source {
  /** Below the folder of the remote. */
  readonly file: string;
  readonly text: string;
}

type Module = Compilation['modules'] extends Iterable<infer One> ? One : never;

/** The bundler joins modules into one. */
const partsOf = (module: Module): readonly Module[] =>
  (Reflect.get(module, 'modules') as Module[] | undefined) ?? [module];

const sourcesOf = ({ compiler, modules }: Compilation): readonly Source[] =>
  [...modules].flatMap(partsOf).flatMap((module) => {
    const resource = Reflect.get(module, 'resource') as string | undefined;
    if (!resource) return [];
    const file = path.relative(compiler.context, resource).replaceAll(path.sep, '/');
    return [{ file, text: String(module.originalSource()?.source() ?? '') }];
  });

/** A style sheet comes from many sources; other files know theirs. */
function namesOf(compilation: Compilation, asset: string): readonly string[] {
  const { sourceFilename } = compilation.getAsset(asset)?.info ?? {};
  if (sourceFilename) return [sourceFilename];
  const alike = sourcesOf(compilation).filter(({ file }) => reasonAgainstFile(file) === reasonAgainstFile(asset));
  return alike.length > 0 ? [...new Set(alike.map(({ file }) => file))] : [asset];
}

const workersOf = ({ chunks }: Compilation): readonly string[] =>
  [...chunks].flatMap((chunk) => (chunk.hasRuntime() && !chunk.files.has(ENTRY_FILE) ? [...chunk.files] : []));

const variablesIn = (text: string) => new Set(text.match(/\bprocess\.env\b(?:\.\w+)?/g));

/** A minified script has no comments. What a package reads, it reads behind a guard. */
function variablesOf(compilation: Compilation, scripts: readonly string[]): readonly string[] {
  const found = variablesIn(scripts.join('\n'));
  return sourcesOf(compilation)
    .filter(({ file }) => file.startsWith('src/'))
    .flatMap(({ file, text }) =>
      [...variablesIn(text)].filter((name) => found.has(name)).map((name) => `${file} reads ${name}`),
    );
}

/** Ends the build of a remote that needs what pages have not: files other than scripts, workers, environment variables. */
export const pluginScriptsOnly = (): RsbuildPlugin => ({
  name: 'ki:scripts-only',
  setup(api) {
    const { action } = api.context;
    api.processAssets({ stage: 'report', environments: ['web'] }, ({ assets, compilation }) => {
      const faults = new Set<string>();
      for (const asset of Object.keys(assets)) {
        const instead = reasonAgainstFile(asset);
        for (const name of instead ? namesOf(compilation, asset) : [])
          faults.add(`${name} would be a file that no page may load: ${instead}`);
      }
      for (const worker of workersOf(compilation))
        faults.add(`${worker} would be a worker, which no page may start from another host: do its work in the page`);
      const scripts = Object.values(assets).map((asset) => asset.source().toString());
      for (const variable of action === 'build' ? variablesOf(compilation, scripts) : [])
        faults.add(`${variable}, which no browser has: write the value into the source, or read it from the backend`);
      for (const fault of faults) compilation.errors.push(new Error(fault));
    });
  },
});
