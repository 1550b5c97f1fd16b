import { expect, test } from 'vitest';
import type { Registry } from '../../registry/schema.ts';
import { release } from '../../registry/testing/release.ts';
import { SPECULATION_RULES } from '../../src/hydration/prefetch.ts';
import { withOverrides } from '../resolve/overrides.ts';
import { createReleaseSets } from '../resolve/release-set.ts';
import { contentSecurityPolicy, hashSource, integrityPolicy } from './csp.ts';

const config = {
  port: 3000,
  dataDir: '',
  siteUrl: 'http://127.0.0.1:3000',
  supabase: { url: 'http://db.example', key: 'key' },
};
const remote = (name: string, portOffset: number, ...versions: string[]) => {
  const [live, ...previous] = versions.map((version) => release(name, version, `/${name}`));
  if (!live) throw new Error('a remote has a version');
  return { portOffset, live, previous, history: [] };
};
const registry: Registry = {
  remotes: {
    'mf-blog': remote('mf-blog', 1, '3', '2', '1'),
    'mf-events': { ...remote('mf-events', 5, '1'), origin: 'https://cdn.example/a;b,c/store/' },
  },
  retired: {},
  pending: {},
};
const { defaultSet } = createReleaseSets(registry, config);
const RULES = hashSource(SPECULATION_RULES);
const NOTHING = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

function directive(name: string, policy: string): string[] {
  const [found = ''] = policy.split(';').filter((one) => one.startsWith(`${name} `));
  return found.split(' ').slice(1);
}

test('scripts may come from the shell and from the folders of live releases', () => {
  expect(directive('script-src', contentSecurityPolicy(defaultSet, ''))).toEqual([
    "'self'",
    RULES,
    'http://127.0.0.1:3001/3/',
    'https://cdn.example/a%3Bb%2Cc/store/1/',
  ]);
});

test('styles are allowed by the hashes of the document’s own, and of the empty one that the browser fills', () => {
  expect(directive('style-src', contentSecurityPolicy(defaultSet, ''))).toEqual([NOTHING]);
  const styles = '<style data-styled="true">a{}\n</style><style>b{}</style>';
  expect(directive('style-src', contentSecurityPolicy(defaultSet, styles))).toEqual([
    NOTHING,
    "'sha256-u0Jj2e1i7IBkNDEHdGEj6YSZteK6W+q1Sv+Vn8x343I='",
    "'sha256-7yqHVAesot11p6HczDsgKRipvI5UPgs97z80zNXlans='",
  ]);
});

test('an override replaces the release', () => {
  const overridden = withOverrides(defaultSet, { 'mf-blog': 'http://127.0.0.1:4001' });
  const policy = contentSecurityPolicy(overridden, '');
  expect(directive('script-src', policy)).toEqual([
    "'self'",
    RULES,
    'http://127.0.0.1:4001/',
    'https://cdn.example/a%3Bb%2Cc/store/1/',
  ]);
  const connects = ["'self'", 'http://db.example', 'http://127.0.0.1:4001', 'ws://127.0.0.1:4001'];
  expect(directive('connect-src', policy)).toEqual(connects);
  expect([integrityPolicy(overridden), integrityPolicy(defaultSet)]).toEqual([
    {},
    { 'integrity-policy': 'blocked-destinations=(script)' },
  ]);
});

test('pictures may come from the shell only', () => {
  expect(directive('img-src', contentSecurityPolicy(defaultSet, ''))).toEqual(["'self'", 'data:']);
});

test('the policy has no unsafe source, nonce or wildcard', () => {
  const policy = contentSecurityPolicy(defaultSet, '<style>a{}</style>');
  expect(policy).not.toMatch(/unsafe|nonce|\*/);
  expect(policy).toContain(
    "require-trusted-types-for 'script';trusted-types shell shell-remotes shell-html mf-blog mf-events",
  );
  expect(directive('default-src', policy)).toEqual(["'none'"]);
});
