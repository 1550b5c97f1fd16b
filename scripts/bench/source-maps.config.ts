import path from 'node:path';

interface Environment {
  readonly output?: { readonly distPath?: { readonly root?: string } };
}

interface Build {
  readonly environments: Readonly<Record<string, Environment>>;
}

/** The build of the app in this folder, with source maps that its scripts do not name, below `MAPS`. */
export default async (of: { readonly command: string }): Promise<Build> => {
  const { default: buildOf } = (await import(path.resolve('rsbuild.config.ts'))) as { default: (to: object) => Build };
  const { environments, ...build } = buildOf(of);
  const withMaps = Object.entries(environments).map(([name, environment]) => {
    const { output = {} } = environment;
    const root = path.join(process.env.MAPS ?? '', name);
    const distPath = { ...output.distPath, root };
    return [name, { ...environment, output: { ...output, distPath, sourceMap: { js: 'hidden-source-map' } } }] as const;
  });
  return { ...build, environments: Object.fromEntries(withMaps) };
};
