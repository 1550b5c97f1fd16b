import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTool } from '../../../shell/build/tool.ts';
import { PAGE_STATE_ID, type PageState } from '../../../shell/src/app/page-state.ts';
import { ROOT } from '../../lib/toolchain.mjs';
import type { StaticFile } from '../static-site.ts';

const SHELL = path.join(ROOT, 'shell');
const ICON = '/favicon.svg';

/** The scripts of the built application, by their paths, and those that every visit begins with. */
async function scriptsBelow(folder: string) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'));
  const files = names.map(async (name): Promise<[string, StaticFile]> => {
    const content = await readFile(path.join(folder, name));
    return [`/${name.replaceAll(path.sep, '/')}`, { type: 'text/javascript; charset=utf-8', content }];
  });
  const { index } = JSON.parse(await readFile(path.join(folder, 'page-assets.json'), 'utf8')) as { index: string[] };
  return { files: await Promise.all(files), first: index };
}

/** The one document of the application: empty, and the browser renders. */
function documentOf(scripts: readonly string[], platform: PageState['platform']): string {
  const state: PageState = { platform, rendered: false, remote: null, loaderData: {}, overlayHeader: false };
  return [
    '<!doctype html><html lang="de"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1"><title>KI-Lernplattform</title>',
    `<link rel="icon" href="${ICON}" type="image/svg+xml">`,
    ...scripts.map((name) => `<script defer src="/${name}"></script>`),
    '</head><body><div id="root"></div>',
    `<script type="application/json" id="${PAGE_STATE_ID}">${JSON.stringify(state).replaceAll('<', '\\u003c')}</script>`,
    '</body></html>',
  ].join('');
}

/** Builds the shell and its remotes as one application, which reads from the backend of a platform. */
export async function buildMonolith(platform: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'monolith-'));
  try {
    const config = path.join(import.meta.dirname, 'rsbuild.config.ts');
    await runTool(
      path.join(SHELL, 'node_modules', '@rsbuild', 'core', 'bin', 'rsbuild.js'),
      ['build', '--config', config, '--dist-path', folder],
      { cwd: SHELL, env: { NODE_ENV: 'production' }, orElse: 'building the monolith failed' },
    );
    const { files, first } = await scriptsBelow(folder);
    const icon: StaticFile = { type: 'image/svg+xml', content: await readFile(path.join(SHELL, 'public', ICON)) };
    const described = (await (await fetch(`${platform}/platform.json`)).json()) as PageState['platform'];
    const content = documentOf(first, described);
    return {
      files: new Map([...files, [ICON, icon]]),
      document: { type: 'text/html; charset=utf-8', content } satisfies StaticFile,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
