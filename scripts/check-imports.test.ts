import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { folderOfFile, folderOfTest } from '../shared/testing/folder.ts';
import { ROOT } from './bootstrap.mjs';
import { checkImportRules } from './check-imports.ts';

/** Forbidden imports, at least one for each rule. That the allowed ones break none is checked in the tree itself. */
const FORBIDDEN: readonly (readonly [rule: string, from: string, to: string])[] = [
  ['remotes-stand-alone', 'mf-a/src/routes/list.tsx', '../../../mf-b/src/module.ts'],
  ['remotes-stand-alone', 'mf-new/src/module.ts', '../../shell/src/browser.tsx'],
  ['shell-knows-no-remote', 'shell/src/page.tsx', '../../mf-a/src/module.ts'],
  ['apps-import-shared-only', 'mf-a/src/data/read.ts', '../../../supabase/local-backend/main.ts'],
  ['shared-imports-no-app', 'shared/ui/card.tsx', '../../shell/src/page.tsx'],
  ['node-only-outside-pages', 'shell/src/page.tsx', '@ki/shared/http/proxies.ts'],
  ['node-only-outside-pages', 'mf-a/src/data/read.ts', '@ki/shared/process/settings.ts'],
  ['nothing-imports-supabase', 'shared/data/clients.ts', '../../supabase/local-backend/main.ts'],
  ['test-backend-in-tests', 'shell/server/main.ts', '../../supabase/local-backend/fixtures/test-backend.ts'],
  ['backend-imports-no-app', 'supabase/local-backend/main.ts', '../../mf-a/src/module.ts'],
  ['nothing-imports-e2e', 'shell/src/page.tsx', '../../e2e/blog/reader.spec.ts'],
  ['testing-in-tests', 'mf-a/src/module.ts', '@ki/shared/testing/backend.ts'],
  ['testing-in-tests', 'mf-a/src/routes/list.tsx', '../testing/given.ts'],
  ['shared-contract', 'shared/contract/paths.ts', '../ui/card.tsx'],
  ['shared-data', 'shared/data/clients.ts', '../ui/card.tsx'],
  ['shared-ui', 'shared/ui/card.tsx', '@ki/shared/session/session-store.ts'],
  ['shared-process', 'shared/process/settings.ts', '../data/clients.ts'],
  ['shell-src', 'shell/src/frame.ts', '../registry/schema.ts'],
  ['shell-registry', 'shell/registry/schema.ts', '../server/resolve/release-set.ts'],
  ['shell-registry', 'shell/registry/schema.ts', '../cli/remote.ts'],
  ['shell-build', 'shell/build/build.ts', '../cli/remote.ts'],
  ['shell-server', 'shell/server/services.ts', '../cli/remote.ts'],
  ['shell-server', 'shell/server/services.ts', '../build/build.ts'],
  ['shell-server', 'shell/server/main.ts', '../jobs/sources/reader.ts'],
  ['shell-jobs', 'shell/jobs/sources/reader.ts', '../../server/http/send.ts'],
  ['shell-worker', 'shell/worker/main.ts', '../server/render/worker-pool.ts'],
  ['shell-cli', 'shell/cli/remote.ts', '../server/services.ts'],
  ['server-base', 'shell/server/metrics.ts', './http/send.ts'],
  ['server-http', 'shell/server/http/send.ts', '../cache/page-cache.ts'],
  ['server-resolve', 'shell/server/resolve/release-set.ts', '../cache/page-cache.ts'],
  ['server-cache', 'shell/server/cache/page-cache.ts', '../resolve/release-set.ts'],
  ['server-document', 'shell/server/document/pages.ts', '../services.ts'],
  ['server-rooms', 'shell/server/attic/attic.ts', '../config.ts'],
  ['jobs-fetch', 'shell/jobs/fetch/fetch-bytes.ts', '../sources/reader.ts'],
  ['jobs-rooms', 'shell/jobs/attic/attic.ts', '../fetch/fetch-bytes.ts'],
  ['remote-components', 'mf-a/src/components/list.tsx', '../data/read.ts'],
  ['remote-data', 'mf-a/src/data/read.ts', '../components/list.tsx'],
  ['remote-model', 'mf-a/src/model/sort.ts', '../data/read.ts'],
  ['feature-components', 'mf-b/src/ads/components/form.tsx', '../data/save.ts'],
  ['feature-components', 'mf-b/src/ads/components/form.tsx', '../../kinds/data/store.ts'],
  ['feature-data', 'mf-b/src/ads/data/save.ts', '../components/form.tsx'],
  ['feature-data', 'mf-b/src/ads/data/save.ts', '../../records/form.tsx'],
  ['feature-model', 'mf-b/src/ads/model/sort.ts', '../data/save.ts'],
  ['features-stand-alone', 'mf-b/src/ads/page.tsx', '../posts/page.tsx'],
  ['room-records', 'mf-b/src/records/form.tsx', '../ads/ad-record.ts'],
  ['room-records', 'mf-b/src/records/form.tsx', '../order/list.tsx'],
  ['room-versions', 'mf-b/src/versions/history.tsx', '../records/form.tsx'],
  ['room-text', 'mf-b/src/text/field.tsx', '../versions/history.tsx'],
  ['room-media', 'mf-b/src/media/field.tsx', '../text/field.tsx'],
  ['room-roles', 'mf-b/src/roles/note.tsx', '../kinds/data/store.ts'],
  ['room-order', 'mf-b/src/order/list.tsx', '../kinds/data/store.ts'],
  ['room-kinds', 'mf-b/src/kinds/model/fields.ts', '../../files/model/rows.ts'],
  ['room-files', 'mf-b/src/files/model/rows.ts', '../../order/list.tsx'],
  ['room-kit', 'mf-b/src/kit/page-head.tsx', '../kinds/data/store.ts'],
  ['model-is-pure', 'mf-b/src/ads/ad-record.ts', 'react'],
  ['model-is-pure', 'mf-a/src/model/sort.ts', 'react'],
  ['model-is-pure', 'mf-a/src/model/sort.ts', '@supabase/supabase-js'],
  ['model-is-pure', 'mf-a/src/model/sort.ts', '@ki/shared/ui/card.tsx'],
  ['supabase-in-data-only', 'mf-a/src/routes/list.tsx', '@supabase/supabase-js'],
  ['supabase-in-data-only', 'shell/src/page.tsx', '@supabase/supabase-js'],
  ['components-read-nothing', 'mf-b/src/ads/components/form.tsx', '@ki/shared/data/clients.ts'],
  ['components-read-nothing', 'mf-a/src/components/list.tsx', '@ki/shared/data/clients.ts'],
  ['singletons-by-name', 'shared/session/session-store.ts', '../data/clients.ts'],
  ['functions-import-npm-only', 'supabase/functions/web-search/index.ts', 'jsr:@std/http'],
  ['resolvable', 'mf-a/src/routes/list.tsx', 'nowhere'],
];

/** Two files that import each other, the second in this way. */
const CIRCLES = {
  value: "import './there.ts';",
  type: "import type { there } from './there.ts';",
  lazy: "const there = () => import('./there.ts');",
};

const ROOMS = ['shell/server', 'shell/jobs'];
const roomsOf = (folder: string) =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .map(({ name }) => name);
const importing = (folder: string, room: string, other: string) => `${folder}/${room}/import-${other}.ts`;

const root = folderOfFile();
let violations: Awaited<ReturnType<typeof checkImportRules>>['violations'];

function write(file: string, content: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), content);
}

const resolved = (from: string, to: string) =>
  to.startsWith('.') ? path.join(path.dirname(from), to) : to.replace('@ki/', '');

/** All forbidden imports in one workspace, whose check takes as long as that of one. */
beforeAll(async () => {
  for (const [, from, to] of FORBIDDEN) if (to !== 'nowhere') write(resolved(from, to), 'export {};');
  for (const [from, imports] of Map.groupBy(FORBIDDEN, ([, file]) => file))
    write(from, imports.map(([, , to]) => `import ${JSON.stringify(to)};`).join('\n'));
  for (const [kind, line] of Object.entries(CIRCLES)) {
    write(`mf-${kind}/here.ts`, line);
    write(`mf-${kind}/there.ts`, "import './here.ts';");
  }
  for (const folder of ROOMS)
    for (const room of roomsOf(folder)) {
      write(`${folder}/${room}/room.ts`, 'export {};');
      for (const other of roomsOf(folder)) write(importing(folder, room, other), `import "../${other}/room.ts";`);
    }
  write('shared/package.json', '{ "name": "@ki/shared", "exports": { "./*": "./*" } }');
  mkdirSync(path.join(root, 'node_modules', '@ki'), { recursive: true });
  symlinkSync(path.join(root, 'shared'), path.join(root, 'node_modules', '@ki', 'shared'), 'junction');
  ({ violations } = await checkImportRules(root));
});

test.each(FORBIDDEN)('%s forbids %s to import %s', (rule, from, to) => {
  expect(violations).toContainEqual(expect.objectContaining({ rule, from, to: resolved(from, to) }));
});

test.each(Object.keys(CIRCLES))('a cycle that closes by a %s import counts as a cycle', (kind) => {
  const file = expect.stringMatching(`^mf-${kind}/`);
  expect(violations).toContainEqual(expect.objectContaining({ rule: 'no-circles', from: file, to: file }));
});

/** Takes away the rooms that import none of the rest until none is left, or only rooms of a circle. */
function inCircles(rooms: readonly string[], mayImport: (room: string, other: string) => boolean): readonly string[] {
  const left = rooms.filter((room) => rooms.some((other) => other !== room && mayImport(room, other)));
  return left.length === rooms.length ? left : inCircles(left, mayImport);
}

test.each(ROOMS)('the rooms of %s may not import each other', (folder) => {
  const forbidden = new Set(violations.map(({ from }) => from));
  expect(inCircles(roomsOf(folder), (room, other) => !forbidden.has(importing(folder, room, other)))).toEqual([]);
});

test('a folder without modules is noticed', async () => {
  expect((await checkImportRules(folderOfTest())).modules).toBe(0);
});
