import { describe, expect, test } from 'vitest';
import {
  checkedDocument,
  type Registry,
  type RegistryRemote,
  type Release,
  registryOf,
  type Statement,
} from '../schema.ts';
import { canaryOf, release } from '../testing/release.ts';
import { makeKey, statementFor, type TestKey } from '../testing/signing.ts';
import { NO_KEYS, readTrustedKeys } from './keys.ts';
import { type Memory, reasonAgainst, reasonAgainstGoingBack, trustedPart } from './trusted-part.ts';

const [blog, matrix, first, second] = [makeKey(), makeKey(), makeKey(), makeKey()] as const;
const keys = readTrustedKeys({
  TRUSTED_KEYS: `mf-blog:${blog.publicKey},mf-matrix:${matrix.publicKey},mf-admin:${first.publicKey},mf-admin:${second.publicKey}`,
});

const of = (version: string, name = 'mf-blog') => release(name, version, `/${name}`);
const allow = (version: string, number: number, key = blog) => statementFor(of(version), key, number);
const revoke = (version: string, number: number, key = blog) => statementFor(of(version), key, number, 'revoke');

interface Written {
  readonly live: Release;
  readonly previous?: readonly Release[];
  readonly canary?: Release;
  readonly statements?: readonly Statement[];
}
function registryWith({ live, previous = [], canary, statements = [] }: Written): Registry {
  const entry: RegistryRemote = {
    portOffset: 1,
    live,
    previous: [...previous],
    history: [],
    statements: [...statements],
    ...(canary && { canary: canaryOf(canary, 10) }),
  };
  return { remotes: { [live.name]: entry }, retired: {}, pending: {} };
}

/** The releases that a shell serves of registries that it reads one after the other. */
function shell(memory?: Memory, seeds?: Record<string, Release>) {
  let known = memory;
  return (written: Written) => {
    const trusted = trustedPart(registryWith(written), keys, known, seeds);
    known = trusted.memory;
    const remote = trusted.registry.remotes[written.live.name];
    return {
      live: remote?.live.version,
      fallback: remote?.previous[0]?.version,
      canary: remote?.canary?.release.version,
      refused: trusted.refused,
      number: known[written.live.name]?.number,
    };
  };
}
const [v1, v2, v3] = [of('1'), of('2'), of('3')];
const statements = [allow('1', 10), allow('2', 20), allow('3', 30)];

test('without keys all of a registry is in force', () => {
  const registry = registryWith({ live: v1 });
  expect(trustedPart(registry, NO_KEYS)).toEqual({ registry, refused: [], memory: {} });
});

test('a release of another team with values that are too deep to hash stops no signed one', () => {
  const deep = Array.from({ length: 5_000 }).reduce<unknown>((inner) => [inner], 0);
  const entry = (live: object, slot: number) => ({ live, slot, history: [], statements });
  const remotes = { 'mf-blog': entry(v1, 1), 'mf-deep': entry({ ...of('1', 'mf-deep'), reads: { deep } }, 2) };
  const { registry, refused } = trustedPart(registryOf(checkedDocument('it', { schema: 1, remotes })), keys);
  expect(Object.keys(registry.remotes)).toEqual(['mf-blog']);
  expect(refused).toEqual(['mf-deep@1']);
});

describe('a release', () => {
  const serve =
    (statement: Statement, live = v1) =>
    () =>
      shell()({ live, statements: [statement] }).live;
  test('is served with the signature of a key of its remote', () => {
    expect(serve(allow('1', 10))()).toBe('1');
  });

  test('is signed whatever the order of its fields', () => {
    const { name, version, ...others } = v1;
    expect(serve(allow('1', 10), { ...others, version, name })()).toBe('1');
  });

  test.each([
    ['another remote’s key', allow('1', 10, matrix), v1],
    ['a signature of another version', { ...allow('2', 10), version: '1' }, v1],
    ['another number than the signed one', { ...allow('1', 10), number: 11 }, v1],
    ['a change after signing', allow('1', 10), { ...v1, staffOnly: true }],
    ['no signature at all', { ...allow('1', 10), signature: 'A'.repeat(86) }, v1],
    ['a signed revocation in place of permission', { ...revoke('1', 10), kind: 'allow' as const }, v1],
  ])('is not served with %s', (_what, statement, live) => {
    expect(serve(statement, live)).toThrow('no release of the registry is signed by a trusted key');
  });

  test('of a remote without a key is not served', () => {
    const events = of('1', 'mf-events');
    const signed = statementFor(events, blog, 1);
    expect(() => shell()({ live: events, statements: [signed] })).toThrow('no release');
  });

  test('of mf-admin wants two different keys for the same number', () => {
    const admin = of('1', 'mf-admin');
    const by = (key: TestKey, number: number) => statementFor(admin, key, number);
    const serveBy = (...signed: readonly Statement[]) => shell()({ live: admin, statements: signed }).live;
    expect(serveBy(by(first, 5), by(second, 5))).toBe('1');
    expect(() => serveBy(by(first, 5))).toThrow('no release');
    expect(() => serveBy(by(first, 5), by(first, 6))).toThrow('no release');
    expect(() => serveBy(by(first, 5), by(second, 6))).toThrow('no release');
    expect(() => serveBy(by(first, 5), by(blog, 5))).toThrow('no release');
  });
});

const one: Written = { live: v1, statements };
const two: Written = { live: v2, previous: [v1], statements };
const three: Written = { live: v3, previous: [v2, v1], statements };
const backTo1: Written = { live: v1, previous: [v3, v2], statements };
const unsigned: Written = { live: of('9'), statements };
const revoked = [...statements, revoke('2', 25)];

describe('a shell that served 2 after 1', () => {
  const served = () => {
    const serve = shell();
    expect(serve(one)).toMatchObject({ live: '1' });
    expect(serve(two)).toMatchObject({ live: '2', fallback: '1', number: 20 });
    return serve;
  };

  test('goes back to 1 without a new signature, keeps its number, and returns to 2', () => {
    const serve = served();
    expect(serve(one)).toMatchObject({ live: '1', number: 20, refused: [] });
    expect(serve(two)).toMatchObject({ live: '2', number: 20 });
  });

  test('goes back to 1 even if it was never signed', () => {
    const serve = shell({}, { 'mf-blog': v1 });
    expect(serve({ live: v1 })).toMatchObject({ live: '1', number: 0 });
    expect(serve({ ...two, statements: [allow('2', 20)] })).toMatchObject({ live: '2', fallback: '1' });
    expect(serve({ live: v1 })).toMatchObject({ live: '1', number: 20 });
  });

  test('goes no further back, and serves what is newest and allowed', () => {
    const serve = served();
    serve(three);
    expect(serve(backTo1)).toMatchObject({ live: '3', fallback: '2', refused: ['mf-blog@1'], number: 30 });
    const again = [...statements, allow('1', 40)];
    expect(serve({ ...backTo1, statements: again })).toMatchObject({ live: '1', number: 40 });
  });

  test('goes on with what it served when nothing of the registry is allowed', () => {
    const serve = served();
    expect(serve(unsigned)).toMatchObject({ live: '2', fallback: '1', refused: ['mf-blog@9'] });
    serve({ ...two, statements: revoked });
    expect(serve(unsigned)).toMatchObject({ live: '1', refused: ['mf-blog@9'] });
  });

  test('shows a signed canary to its visitors and does not count its number', () => {
    const serve = served();
    expect(serve({ ...two, canary: v3 })).toMatchObject({ canary: '3', number: 20 });
    expect(serve(two)).toMatchObject({ live: '2', number: 20, refused: [] });
  });

  test('leaves out a canary that is unsigned or older', () => {
    const serve = served();
    expect(serve({ ...two, canary: of('9') })).toMatchObject({ canary: undefined, refused: ['mf-blog@9'] });
    serve(three);
    expect(serve({ ...three, canary: v1 })).toMatchObject({ canary: undefined });
  });

  test('serves no revoked version, also once the revocation is out of sight, until it is signed anew', () => {
    const serve = served();
    for (const written of [{ ...two, statements: revoked }, two])
      expect(serve(written)).toMatchObject({ live: '1', refused: ['mf-blog@2'] });
    const again = [...revoked, allow('2', 26)];
    expect(serve({ ...two, statements: again })).toMatchObject({ live: '2', number: 26 });
  });

  test('believes no revocation that a key of the remote did not sign', () => {
    const forged = [...statements, revoke('2', 25, matrix)];
    expect(served()({ ...two, statements: forged })).toMatchObject({ live: '2', refused: [] });
  });
});

test('a shell without a memory takes the highest signed number, and allows the one below it', () => {
  expect(shell()(backTo1)).toMatchObject({ live: '3', fallback: '2', number: 30 });
  expect(shell()({ live: v2, previous: [v3, v1], statements })).toMatchObject({ live: '2', number: 30, refused: [] });
});

describe('the command line', () => {
  const registry = registryWith({ live: v2, previous: [v1], statements: statements.slice(0, 2) });
  test.each([
    ['a signed newer release', v3, [allow('3', 30)], null],
    ['an unsigned one', v3, [], 'mf-blog@3 is not signed; expected pnpm remote sign mf-blog@3 --key FILE with 1 of'],
    ['an older one', of('0'), [allow('0', 5)], 'mf-blog@0 is older than what was live before'],
    ['a revoked one', v3, [allow('3', 30), revoke('3', 31)], 'mf-blog@3 is revoked'],
    ['the one before', v1, [], null],
  ])('judges %s', (_what, made, signed, reason) => {
    const found = reasonAgainst(registry, made, signed, keys);
    expect(found).toEqual(reason === null ? null : expect.stringContaining(reason));
  });

  test('lets one step back pass without a signature, and none further', () => {
    const unsigned = registryWith({ live: v2, previous: [of('0'), v1], statements });
    expect(reasonAgainstGoingBack(unsigned, 'mf-blog', keys)).toBeNull();
    const back = registryWith({ live: v2, previous: [v1], statements });
    const move = { version: '2', action: 'rollback', time: '', author: '', reason: '' } as const;
    const entry = back.remotes['mf-blog'] as RegistryRemote;
    const moved = { ...back, remotes: { 'mf-blog': { ...entry, history: [move] } } };
    expect(reasonAgainstGoingBack(moved, 'mf-blog', keys)).toContain('mf-blog@1 is older than what was live before');
    const further = registryWith({ live: v1, previous: [of('0'), v2], statements });
    expect(reasonAgainstGoingBack(further, 'mf-blog', keys)).toContain('mf-blog@0 is not signed');
    const revoked = registryWith({ live: v2, previous: [v1], statements: [...statements, revoke('1', 25)] });
    expect(reasonAgainstGoingBack(revoked, 'mf-blog', keys)).toContain('mf-blog@1 is revoked');
  });
});
