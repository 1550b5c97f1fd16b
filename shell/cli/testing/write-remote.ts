import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../../build/workspace.ts';

const NAME = 'mf-faulty';

const CONFIG = `import { remoteBuild } from '@ki/shared/federation/rsbuild.ts';
export default remoteBuild('${NAME}');
`;

const routeOf = (page: string, pattern: string) => `withPage(
  defineRoute({ id: '${page}', path: '${pattern}', query: [], head: () => ({ title: '${page}', description: '${page}' }) }),
  () => import(/* webpackChunkName: "${page}" */ './${page}.tsx'),
)`;

/** Writes a remote of these sources into a folder of its own; each page has the address of its name, or the given pattern. */
export async function writeRemote(
  root: string,
  pages: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string | Buffer>> = {},
  patterns: Readonly<Record<string, string>> = {},
): Promise<string> {
  const routes = Object.keys(pages).map((page) => [page, patterns[page] ?? `/${page}`] as const);
  const remote = { routes: routes.map(([, pattern]) => pattern), staffOnly: false };
  const module = `import { defineRoute, withPage } from '@ki/shared/contract/define-route.ts';
import { CONTRACT, type RemoteModule } from '@ki/shared/contract/remote-module.ts';
export const remote: RemoteModule = {
  contract: CONTRACT,
  id: '${NAME}',
  routes: [${routes.map(([page, pattern]) => routeOf(page, pattern)).join(', ')}],
};
`;
  const files = {
    'package.json': JSON.stringify({ name: NAME, version: '1.0.0', type: 'module', remote }),
    'rsbuild.config.ts': CONFIG,
    'src/module.ts': module,
    ...Object.fromEntries(Object.entries(pages).map(([page, source]) => [`src/${page}.tsx`, source])),
    ...Object.fromEntries(Object.entries(more).map(([file, content]) => [`src/${file}`, content])),
  };
  await mkdir(path.join(root, 'src'), { recursive: true });
  for (const [file, content] of Object.entries(files)) await writeFile(path.join(root, file), content);
  await symlink(path.join(ROOT, 'shell', 'node_modules'), path.join(root, 'node_modules'));
  return NAME;
}
