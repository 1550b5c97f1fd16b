import { SCHEME_SCRIPT } from '@ki/shared/ui/scheme-script.ts';
import { expect, test } from 'vitest';
import { release } from '../../registry/testing/release.ts';
import { SPECULATION_RULES } from '../../src/hydration/links.ts';
import { withOverrides } from '../resolve/overrides.ts';
import { createReleaseSets } from '../resolve/release-set.ts';
import { config, registryOf } from '../testing/releases.ts';
import { contentSecurityPolicy, hashSource, integrityPolicy } from './document.ts';

const registry = registryOf([release('mf-blog', '3', '/mf-blog'), release('mf-events', '1', '/mf-events')], {
  'mf-blog': { previous: [release('mf-blog', '2', '/mf-blog')] },
  'mf-events': { origin: 'https://cdn.example/a;b,c/store/' },
});
const { defaultSet } = createReleaseSets(registry, config);
const OWN = [SCHEME_SCRIPT, SPECULATION_RULES].map(hashSource);
const NOTHING = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

function directive(name: string, policy: string): string[] {
  const [found = ''] = policy.split(';').filter((one) => one.startsWith(`${name} `));
  return found.split(' ').slice(1);
}

test('scripts may come from the shell and from the folders of live releases', () => {
  expect(directive('script-src', contentSecurityPolicy(defaultSet, ''))).toEqual([
    "'self'",
    ...OWN,
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
    ...OWN,
    'http://127.0.0.1:4001/',
    'https://cdn.example/a%3Bb%2Cc/store/1/',
  ]);
  const connects = ["'self'", config.supabase.url, 'http://127.0.0.1:4001', 'ws://127.0.0.1:4001'];
  expect(directive('connect-src', policy)).toEqual(connects);
  expect([integrityPolicy(overridden), integrityPolicy(defaultSet)]).toEqual([
    {},
    { 'integrity-policy': 'blocked-destinations=(script)' },
  ]);
});

test('the policy has no unsafe source, nonce or wildcard, and pictures come from the shell only', () => {
  const policy = contentSecurityPolicy(defaultSet, '<style>a{}</style>');
  expect(policy).not.toMatch(/unsafe|nonce|\*/);
  expect(policy).toContain(
    "require-trusted-types-for 'script';trusted-types shell shell-remotes shell-html mf-blog mf-events",
  );
  expect(directive('default-src', policy)).toEqual(["'none'"]);
  expect(directive('img-src', policy)).toEqual(["'self'", 'data:']);
});
