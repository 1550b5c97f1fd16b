import { expect, test } from 'vitest';
import { nameOf, openCli } from './testing/open-cli.ts';

const { backend, publishTiny, remoteWith } = openCli();

async function remote(REMOTE_TOKEN: string, ...args: readonly string[]): Promise<string> {
  const { code, out, err } = await remoteWith({ REMOTE_TOKEN }, ...args);
  return (code === 0 ? out : err).trimEnd();
}

test('operators make teams and tokens, and a team ships what it owns, until its token is revoked', async () => {
  const operator = backend().access.token;
  expect(await remote(operator, 'team', 'add', 'tiny', '--owns', 'mf-tiny, mf-more')).toBe('team tiny');
  const token = await remote(operator, 'token', 'create', '--team', 'tiny', '--may', 'promote', '--days', '3');
  const shell = await remote(operator, 'token', 'create', '--shell');
  const id = token.split('_')[1] ?? '';
  expect([token, shell]).toEqual([expect.stringMatching(/^ki_\w{12}_\w{64}$/), expect.stringMatching(/^ki_/)]);

  const mine = await publishTiny();
  const others = await publishTiny({ name: 'mf-others', routes: ['/others'] });
  expect(await remote(token, 'promote', nameOf(others))).toBe(`tiny (token ${id}) does not own mf-others.`);
  expect(await remote(token, 'promote', nameOf(mine))).toBe(`live ${nameOf(mine)}`);
  expect(await remote(shell, 'retire', 'mf-tiny')).toMatch(/^shell \(token \w+\) may not promote\.$/);
  expect(await remote(token, 'status')).toMatch(
    new RegExp(`^mf-tiny  ${mine.version}  \\S+Z  tiny \\(token ${id}\\), .*  no canary$`),
  );

  expect(await remote(token, 'token', 'revoke', id)).toBe(
    `Only operators may do this; REMOTE_TOKEN is the token ${id}`,
  );
  expect(await remote(operator, 'token', 'revoke', id)).toBe(`revoked ${id}`);
  expect(await remote(token, 'retire', 'mf-tiny')).toBe('This token is revoked.');
});

test('operators list origins, and nobody else does', async () => {
  const operator = backend().access.token;
  const url = 'https://cdn.example/store';
  expect(await remote(operator, 'origin', 'add', url)).toBe(`origin ${url}  any remote`);
  expect(await remote(operator, 'origin', 'add', url, '--for', 'mf-tiny')).toBe(`origin ${url}  mf-tiny`);
  expect(await remote(operator, 'origin', 'list')).toBe(`${url}  mf-tiny\n${url}  any remote`);
  expect(await remote(operator, 'origin', 'remove', url)).toBe(`removed ${url}  any remote`);
  expect(await remote(operator, 'origin', 'list')).toBe(`${url}  mf-tiny`);
  await remote(operator, 'team', 'add', 'origins');
  const token = await remote(operator, 'token', 'create', '--team', 'origins');
  expect(await remote(token, 'origin', 'add', url)).toMatch(
    /^Only operators may do this; REMOTE_TOKEN is the token \w+$/,
  );
});

test.each([
  [['history', 'mf-tiny'], 'REMOTE_TOKEN is not set; expected a token'],
  [['new', 'blog'], '"blog" is no name for a new remote; expected one like mf-events: mf-, small letters and digits'],
])('without a token, %j ends with: %s', async (args, message) => {
  expect(await remote('', ...args)).toContain(message);
});
