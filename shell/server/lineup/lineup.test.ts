import { expect, test } from 'vitest';
import type { Registry } from '../../registry/schema.ts';
import { canaryOf, release } from '../../registry/testing/release.ts';
import { createLineups } from './lineup.ts';

const config = {
  port: 3000,
  dataDir: '',
  siteUrl: 'http://127.0.0.1:3000',
  supabase: { url: 'http://127.0.0.1:54321', key: 'key' },
};

/** mf-blog 1 is live, mf-events 1 too; `canaries` gives the share of their versions 2. */
function registry(canaries: Record<string, number> = {}): Registry {
  const remote = (name: string, slot: number, ...routes: string[]) => {
    const percent = canaries[name];
    return {
      slot,
      live: release(name, '1', ...routes),
      previous: [],
      history: [],
      ...(percent && { canary: canaryOf(release(name, '2', ...routes), percent) }),
    };
  };
  return {
    schema: 1,
    remotes: { 'mf-blog': remote('mf-blog', 1, '/'), 'mf-events': remote('mf-events', 5, '/events') },
    retired: {},
  };
}
const versionFor = (lineups: ReturnType<typeof createLineups>, bucket: number, name = 'mf-blog') =>
  lineups.choose(`a=b; release-bucket=${bucket}; c=d`).lineup.platform.remotes[name]?.version;

test('without a canary there is one lineup and no cookie', () => {
  const lineups = createLineups(registry(), config);
  expect(lineups.choose(null)).toEqual({ lineup: lineups.usual });
  expect(lineups.choose('release-bucket=5').lineup).toBe(lineups.usual);
});

test('the share of visitors that gets a canary is the stated one', () => {
  const lineups = createLineups(registry({ 'mf-blog': 30 }), config);
  const given = Array.from({ length: 100 }, (_, bucket) => versionFor(lineups, bucket));
  expect(given.filter((version) => version === '2')).toHaveLength(30);
  expect(given.slice(0, 30)).toEqual(Array(30).fill('2'));
});

test('a visitor without a bucket gets one, and with it the same again', () => {
  const lineups = createLineups(registry({ 'mf-blog': 50 }), config);
  const { lineup, cookie = '' } = lineups.choose('other=1');
  expect(cookie).toMatch(/^release-bucket=\d{1,2}; Path=\/; Max-Age=31536000; SameSite=Lax; HttpOnly$/);
  const again = lineups.choose(cookie.split(';')[0] ?? null);
  expect(again).toEqual({ lineup });
  expect(again.lineup).toBe(lineup);
});

test('over https the cookie is secure', () => {
  const lineups = createLineups(registry({ 'mf-blog': 50 }), { ...config, siteUrl: 'https://ki.example' });
  expect(lineups.choose(null).cookie).toMatch(/; Secure$/);
});

test.each(['release-bucket=100', 'release-bucket=-1', 'release-bucket=', 'xrelease-bucket=5', 'release-bucket=5x'])(
  'a cookie %s is none',
  (cookie) => {
    const lineups = createLineups(registry({ 'mf-blog': 50 }), config);
    expect(lineups.choose(cookie).cookie).toBeDefined();
  },
);

test('there are only as many lineups as there are shares', () => {
  const lineups = createLineups(registry({ 'mf-blog': 20, 'mf-events': 60 }), config);
  const all = Array.from({ length: 100 }, (_, bucket) => lineups.choose(`release-bucket=${bucket}`).lineup);
  expect([...new Set(all)].map(({ canaries }) => canaries)).toEqual(['mf-blog mf-events', 'mf-events', '']);
  expect([versionFor(lineups, 19), versionFor(lineups, 19, 'mf-events')]).toEqual(['2', '2']);
  expect([versionFor(lineups, 20), versionFor(lineups, 20, 'mf-events')]).toEqual(['1', '2']);
});

test('files are at the remote’s port, or at the origin that the registry states', () => {
  const document = registry();
  const events = document.remotes['mf-events'];
  if (events) events.origin = 'https://cdn.example/store/mf-events/';
  const { live, platform } = createLineups(document, config).usual;
  expect(platform.remotes['mf-blog']?.entry).toBe('http://127.0.0.1:3001/1/web/remoteEntry.js');
  expect(platform.remotes['mf-events']?.entry).toBe('https://cdn.example/store/mf-events/1/web/remoteEntry.js');
  expect(live.get('mf-events')?.folder).toBe('https://cdn.example/store/mf-events/1/');
});
