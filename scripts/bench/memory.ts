// `pnpm bench:memory`: measures the memory of a platform's processes after its start and after 50,000 requests for 5,000
// addresses, on Linux. RSS counts shared pages in each process, PSS divides them, so that only PSS can be summed.
import { readFileSync } from 'node:fs';
import { descendants, ownPlace, startDirectly } from '../../shared/testing/started-platform.ts';
import { CommandError, runCommand } from '../terminal.ts';
import { startEditor } from './editor.ts';

const POSTS = 2_000;
const REQUESTS = 50_000;
const AT_ONCE = 16;

const PARTS = {
  start: /scripts\/(bootstrap|start)/,
  'shell, front': /shell\/server\/main\.ts/,
  'shell, renderer': /--permission/,
  remotes: /shell\/cli\/serve\.ts/,
  backend: /local-backend\/main\.ts/,
  'backend, functions': /\bdeno\b/,
  'backend, PostgreSQL': /postgres/,
} as const;

type Part = keyof typeof PARTS;

type Memory = Readonly<Record<'rss' | 'pss', number>>;

const KIB = 1024;
const MIB = KIB * KIB;

function memoryOf(pid: number): Memory {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const bytes = (name: string) => Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(rollup)?.[1] ?? 0) * KIB;
  return { rss: bytes('Rss'), pss: bytes('Pss') };
}

const partOf = (command: string) => (Object.keys(PARTS) as Part[]).find((part) => PARTS[part].test(command)) ?? 'start';

function memoryBelow(pid: number): Map<string, Memory> {
  const own = { pid, command: 'scripts/bootstrap.mjs start' };
  const parts = new Map<string, Memory>();
  for (const { pid: each, command } of [own, ...descendants(pid)]) {
    const part = partOf(command);
    const { rss, pss } = memoryOf(each);
    const sum = parts.get(part) ?? { rss: 0, pss: 0 };
    parts.set(part, { rss: sum.rss + rss, pss: sum.pss + pss });
  }
  return parts;
}

const mib = (bytes: number) => `${Math.round(bytes / MIB)}`.padStart(6);

function print(title: string, parts: ReadonlyMap<string, Memory>): void {
  console.log(`\n${title.padEnd(28)}   RSS    PSS  MiB`);
  for (const [part, { rss, pss }] of parts) console.log(part.padEnd(26), mib(rss), mib(pss));
  const pss = (of: RegExp) => [...parts].reduce((sum, [part, memory]) => sum + (of.test(part) ? memory.pss : 0), 0);
  for (const [name, of] of Object.entries({ shell: /^shell/, backend: /^backend/, all: /./ }))
    console.log(`${name}, together`.padEnd(26), ''.padStart(6), mib(pss(of)));
}

function addresses(slugs: readonly string[]): readonly string[] {
  const some = (count: number, address: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => address(index));
  return [
    ...['/', '/workshops', '/online-courses', '/course-matrix', '/feed.xml', '/sitemap.xml'],
    ...slugs.map((slug) => `/post/${slug}`),
    ...some(900, (index) => `/suche?suche=wort-${index}`),
    ...some(500, (index) => `/?utm_source=ort-${index}`),
    ...some(500, (index) => `/course-matrix?suche=wort-${index}`),
    ...some(594, (index) => `/post/gibt-es-nicht-${index}`),
    ...some(500, (index) => `/gibt/es/nicht/${index}`),
  ];
}

async function visit(platform: string, paths: readonly string[]): Promise<void> {
  let count = 0;
  const visitor = async () => {
    while (count < REQUESTS) {
      const path = paths[count % paths.length];
      count += 1;
      const answer = await fetch(platform + path, { headers: { 'accept-encoding': 'br' } });
      await answer.arrayBuffer();
      if (answer.status >= 500) throw new CommandError(`${path} answered ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
}

async function main(): Promise<void> {
  const place = await ownPlace();
  const started = startDirectly(place.environment);
  const platform = `http://127.0.0.1:${place.port}`;
  try {
    await started.untilPrinted(/^ready/m);
    print('right after the start', memoryBelow(started.pid));
    const editor = await startEditor(platform);
    const paths = addresses(await editor.fill(POSTS));
    await visit(platform, paths);
    print(`after ${REQUESTS} requests over ${paths.length}`, memoryBelow(started.pid));
  } finally {
    started.child.kill('SIGTERM');
    await started.ended;
    place.remove();
  }
}

await runCommand(main);
