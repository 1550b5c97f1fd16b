import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { folderOfTest } from '../shared/testing/folder.ts';
import { ROOT } from './bootstrap.mjs';
import { checkImportRules } from './check-imports.ts';

/** A workspace in which every import is allowed. */
const ORDERLY = {
  'shared/package.json': '{ "name": "@ki/shared", "exports": { "./*": "./*" } }',
  'shared/contract/paths.ts': 'export const home = "/";',
  'shared/data/clients.ts': 'import "../contract/paths.ts";',
  'shared/session/session-store.ts': 'import "@ki/shared/data/clients.ts";',
  'shared/ui/card.tsx': 'import "../contract/paths.ts";',
  'shared/http/proxies.ts': '',
  'shared/process/settings.ts': 'import "../http/proxies.ts";',
  'shared/testing/backend.ts': 'import "../../supabase/local-backend/fixtures/test-backend.ts";',
  'supabase/local-backend/main.ts': 'import "@ki/shared/process/settings.ts";',
  'supabase/local-backend/fixtures/test-backend.ts': 'import "../main.ts";',
  'supabase/functions/web-search/index.ts': 'import "npm:zod@4";',
  'e2e/blog/reader.spec.ts': 'import "../../supabase/local-backend/fixtures/test-backend.ts";',
  'shell/src/browser.tsx': 'import "@ki/shared/data/clients.ts"; import "./page.tsx";',
  'shell/src/page.tsx': 'import "@ki/shared/ui/card.tsx";',
  'shell/src/frame.ts': 'export {};',
  'shell/registry/schema.ts': 'import "../src/frame.ts";',
  'shell/build/build.ts': 'import "../registry/schema.ts";',
  'shell/build/build.test.ts': 'import "../cli/remote.ts";',
  'shell/cli/remote.ts': 'import "../build/build.ts"; import "../server/resolve/release-set.ts";',
  'shell/server/main.ts': 'import "./document/pages.ts"; import "./services.ts"; import "./log.ts";',
  'shell/server/services.ts': 'import "./resolve/release-set.ts";',
  'shell/server/config.ts': 'import "../registry/schema.ts";',
  'shell/server/log.ts': 'export {};',
  'shell/server/metrics.ts': 'import "./log.ts";',
  'shell/server/http/send.ts': 'import "../log.ts";',
  'shell/server/cache/page-cache.ts': 'import "../http/send.ts"; import "../render/worker-pool.ts";',
  'shell/server/document/pages.ts':
    'import "../resolve/release-set.ts"; import "../config.ts"; import "../../src/frame.ts";',
  'shell/server/resolve/release-set.ts': 'import "../../registry/schema.ts";',
  'shell/server/render/frames.ts': 'export {};',
  'shell/server/render/worker-pool.ts': 'import "./frames.ts";',
  'shell/jobs/fetch/fetch-bytes.ts': 'export {};',
  'shell/jobs/sources/reader.ts': 'import "../fetch/fetch-bytes.ts"; import "../../server/log.ts";',
  'shell/worker/main.ts': 'import "../server/render/frames.ts"; import "../src/frame.ts";',
  'mf-a/src/module.ts': 'import "./routes/list.tsx";',
  'mf-a/src/routes/list.tsx': 'import "../components/list.tsx"; import "../data/read.ts"; import "../model/sort.ts";',
  'mf-a/src/components/list.tsx': 'import "../model/sort.ts"; import "@ki/shared/ui/card.tsx";',
  'mf-a/src/data/read.ts': 'import "../model/sort.ts"; import "@ki/shared/contract/paths.ts";',
  'mf-a/src/model/sort.ts': 'import "@ki/shared/contract/paths.ts";',
  'mf-a/src/testing/given.ts': 'import "@ki/shared/testing/backend.ts"; import "@supabase/supabase-js";',
  'mf-a/src/routes/list.test.tsx': 'import "../testing/given.ts";',
  'mf-b/src/module.ts': 'import "./ads/page.tsx"; import "./posts/page.tsx";',
  'mf-b/src/ads/page.tsx': 'import "./components/form.tsx"; import "./data/save.ts"; import "../kit/page-head.tsx";',
  'mf-b/src/ads/ad-record.ts': 'import "../kinds/model/fields.ts";',
  'mf-b/src/ads/components/form.tsx': 'import "../ad-record.ts"; import "../../records/form.tsx";',
  'mf-b/src/ads/data/save.ts': 'import "../ad-record.ts"; import "../../kinds/data/store.ts";',
  'mf-b/src/ads/model/sort.ts': 'import "../../kinds/model/fields.ts";',
  'mf-b/src/posts/page.tsx': 'export {};',
  'mf-b/src/records/form.tsx':
    'import "../kit/page-head.tsx"; import "../text/field.tsx"; import "../versions/history.tsx"; import "../media/field.tsx";',
  'mf-b/src/versions/history.tsx': 'import "../kit/page-head.tsx"; import "../kinds/data/store.ts";',
  'mf-b/src/text/field.tsx': 'import "../media/field.tsx";',
  'mf-b/src/media/field.tsx': 'import "../kinds/data/store.ts";',
  'mf-b/src/order/list.tsx': 'import "../kit/page-head.tsx";',
  'mf-b/src/roles/note.tsx': 'import "../kit/page-head.tsx";',
  'mf-b/src/kinds/data/store.ts': 'import "../model/fields.ts";',
  'mf-b/src/kinds/model/fields.ts': 'export {};',
  'mf-b/src/files/model/rows.ts': 'export {};',
  'mf-b/src/kit/page-head.tsx': 'export {};',
  'node_modules/@supabase/supabase-js/package.json': '{ "name": "@supabase/supabase-js", "main": "index.js" }',
  'node_modules/@supabase/supabase-js/index.js': '',
};

let root: string;

function write(files: Record<string, string>): void {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  }
}

async function brokenRules(): Promise<string[]> {
  const { violations } = await checkImportRules(root);
  return violations.map(({ rule }) => rule);
}

beforeEach(() => {
  root = folderOfTest();
  write(ORDERLY);
  mkdirSync(path.join(root, 'node_modules', '@ki'));
  symlinkSync(path.join(root, 'shared'), path.join(root, 'node_modules', '@ki', 'shared'), 'junction');
});

test('an orderly workspace breaks no rule', async () => {
  const { modules, violations } = await checkImportRules(root);
  expect(violations).toEqual([]);
  expect(modules).toBeGreaterThan(Object.keys(ORDERLY).length - 5);
});

test('a folder without modules is noticed', async () => {
  rmSync(root, { recursive: true });
  mkdirSync(root);
  expect((await checkImportRules(root)).modules).toBe(0);
});

test.each([
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
  ['no-circles', 'shell/src/page.tsx', './browser.tsx'],
  ['resolvable', 'mf-a/src/routes/list.tsx', './nowhere.ts'],
])('%s forbids %s to import %s', async (rule, from, to) => {
  write({ [from]: `import ${JSON.stringify(to)};` });
  expect(await brokenRules()).toContain(rule);
});

test.each([
  ['by a type', "import type { page } from './browser.tsx';"],
  ['lazily', "const browser = () => import('./browser.tsx');"],
])('a cycle that closes %s counts as a cycle', async (_how, line) => {
  write({ 'shell/src/page.tsx': line });
  expect(await brokenRules()).toEqual(['no-circles']);
});

const roomsOf = (folder: string) =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .map(({ name }) => name);

/** Takes away the rooms that import none of the rest until none is left, or only rooms of a circle. */
function inCircles(rooms: readonly string[], mayImport: (room: string, other: string) => boolean): readonly string[] {
  const left = rooms.filter((room) => rooms.some((other) => other !== room && mayImport(room, other)));
  return left.length === rooms.length ? left : inCircles(left, mayImport);
}

test.each(['shell/server', 'shell/jobs'])('the rooms of %s may not import each other', async (folder) => {
  const rooms = roomsOf(folder);
  const importing = (room: string, other: string) => `${folder}/${room}/import-${other}.ts`;
  for (const room of rooms) {
    write({ [`${folder}/${room}/room.ts`]: 'export {};' });
    for (const other of rooms) write({ [importing(room, other)]: `import "../${other}/room.ts";` });
  }
  const { violations } = await checkImportRules(root);
  const forbidden = new Set(violations.map(({ from }) => from));
  expect(inCircles(rooms, (room, other) => !forbidden.has(importing(room, other)))).toEqual([]);
});
