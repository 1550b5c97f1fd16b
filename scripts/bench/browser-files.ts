import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { ROOT } from '../bootstrap.mjs';
import { CommandError } from '../terminal.ts';

/** A line that the build puts before a script after the map was made, and one that names the hash of the build. */
const HINT = '//# allFunctionsCalledOnLoad\n';
const LICENSE = /^\/\*! LICENSE: .*\n/;

interface Script {
  readonly text: string;
  /** Lines of the map before the text. */
  readonly before: number;
  readonly folder: string;
  readonly map: SourceMap;
}

interface Ranges {
  readonly functions: readonly { readonly ranges: readonly { startOffset: number; count: number }[] }[];
}

/** The scripts of an app with their source maps, from a build of its own: the deployed one has none. */
function scriptsOf(app: string, folder: string): readonly Script[] {
  const cwd = path.join(ROOT, app);
  const config = path.join(import.meta.dirname, 'source-maps.config.ts');
  const rsbuild = path.join(cwd, 'node_modules/@rsbuild/core/bin/rsbuild.js');
  const env = { ...process.env, NODE_ENV: 'production', MAPS: path.join(folder, app) };
  const { status, stderr } = spawnSync(process.execPath, [rsbuild, 'build', '-c', config, '--environment', 'web'], {
    cwd,
    env,
  });
  if (status !== 0) throw new CommandError(`building ${app} failed: ${stderr}`);
  return globSync(path.join(folder, app, 'web/**/*.js.map')).map((file) => {
    const script = readFileSync(file.slice(0, -'.map'.length), 'utf8').replace(HINT, '');
    const text = script.replace(LICENSE, '');
    const map = new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
    return { text, before: text === script ? 0 : 1, folder: path.dirname(file), map };
  });
}

/** Where a script begins in a deployed one. The minifier may take other letters, so that equal lengths count as equal. */
function beginOf(text: string, deployed: string): number {
  const own = deployed.replace(HINT, '').replace(LICENSE, '');
  return own.length === text.length ? deployed.length - own.length : deployed.indexOf(text);
}

/** The source file of a place in a deployed script, which may be several scripts in one; `null` for code of packages. */
function fileAt(deployed: string, offset: number, scripts: readonly Script[]): string | null {
  for (const { text, before, folder, map } of scripts) {
    const begin = beginOf(text, deployed);
    if (begin < 0 || offset < begin || offset >= begin + text.length) continue;
    const lines = text.slice(0, offset - begin).split('\n');
    const [line, last] = [before + lines.length - 1, lines.at(-1) ?? ''];
    const entry = map.findEntry(line, last.length);
    if (!('originalSource' in entry) || !entry.originalSource) return null;
    // The place before a getter of the bundler's exports is that of other code; before a function are at most its name or brackets.
    const isOwn = entry.generatedLine === line && /^[\w$]*[:(]*$/.test(last.slice(entry.generatedColumn));
    if (!isOwn) return null;
    const file = path.relative(ROOT, path.resolve(folder, entry.originalSource));
    return file.startsWith('..') || /node_modules|webpack:/.test(file) ? null : file;
  }
  return null;
}

/** Opens the files of apps that ran: those with a function that a page calls while `act` runs. */
export function browserCoverage(browser: Browser, apps: readonly string[], folder: string) {
  const scripts = apps.flatMap((app) => scriptsOf(app, folder));
  const texts = new Map<string, string>();

  async function filesIn(url: string, { functions }: Ranges): Promise<readonly string[]> {
    const text = texts.get(url) ?? (await (await fetch(url)).text());
    texts.set(url, text);
    const called = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
    return called.flatMap(({ ranges }) => fileAt(text, ranges[0]?.startOffset ?? 0, scripts) ?? []);
  }

  return async (
    prepare: (page: Page) => Promise<void>,
    act: (page: Page) => Promise<void>,
  ): Promise<ReadonlySet<string>> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'de-CH' });
    try {
      const page = await context.newPage();
      const devtools = await context.newCDPSession(page);
      await devtools.send('Profiler.enable');
      await devtools.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
      await prepare(page);
      await devtools.send('Profiler.takePreciseCoverage');
      await act(page);
      const { result } = await devtools.send('Profiler.takePreciseCoverage');
      const found = await Promise.all(
        result.filter(({ url }) => url.startsWith('http')).map((one) => filesIn(one.url, one)),
      );
      return new Set(found.flat());
    } finally {
      await context.close();
    }
  };
}
