import { expect, test } from 'vitest';
import { list } from './setting-types.ts';
import { metaOf, readSettings, variables } from './settings.ts';

const schema = variables.pick({ AUTH_RATE_LIMIT: true, TRUSTED_PROXIES: true }).extend({ SITE_ORIGINS: list });

test('an empty variable counts as unset, and a list is separated by commas, without blanks and empty entries', () => {
  const unset = readSettings(schema, { AUTH_RATE_LIMIT: '', TRUSTED_PROXIES: '' });
  expect(unset).toMatchObject({ AUTH_RATE_LIMIT: 30, SITE_ORIGINS: [] });
  expect(unset.TRUSTED_PROXIES.areTrusted('127.0.0.1')).toBe(false);
  const origins = ['https://a.example', 'https://b.example'];
  expect(readSettings(schema, { SITE_ORIGINS: `${origins.join(', ')},,` }).SITE_ORIGINS).toEqual(origins);
});

test('one error names every invalid variable with the expected form and without its value', () => {
  const wrong = { AUTH_RATE_LIMIT: 'many', TRUSTED_PROXIES: 'proxy.example.org' };
  expect(() => readSettings(schema, wrong)).toThrow(
    /^AUTH_RATE_LIMIT: expected a whole number [^\n]*\nTRUSTED_PROXIES: expected addresses and ranges of proxies like [^p]*, separated by commas$/,
  );
});

test.each([
  ['10GB', 10_000_000_000],
  ['500MB', 500_000_000],
  ['1048576', 1_048_576],
  [undefined, 10_000_000_000],
])('a quota of %s is %i bytes', (STORAGE_QUOTA, bytes) => {
  expect(readSettings(variables.pick({ STORAGE_QUOTA: true }), { STORAGE_QUOTA })).toEqual({ STORAGE_QUOTA: bytes });
});

test.each(['10 GB', '1.5GB', '10gb', '0', '0MB', '-1', '9999999999999TB'])('%s is no quota', (STORAGE_QUOTA) => {
  expect(() => readSettings(variables.pick({ STORAGE_QUOTA: true }), { STORAGE_QUOTA })).toThrow(
    'STORAGE_QUOTA: expected a size like 10GB, 500MB or a number of bytes',
  );
});

function defaultOf(schema: (typeof variables.shape)[keyof typeof variables.shape]): string {
  const { unset } = metaOf(schema);
  const { success, data } = schema.safeParse(undefined);
  const isShown = success && ['string', 'number'].includes(typeof data) && data !== '';
  return unset ?? (isShown ? `\`${data}\`` : '–');
}

const rows = Object.entries(variables.shape).map(([name, schema]) => {
  const { readBy, description } = metaOf(schema);
  return `| \`${name}\` | ${defaultOf(schema)} | ${readBy} | ${description} |`;
});

const TABLE = `# Environment

\`pnpm test:unit shared/process/settings.test.ts -u\` generates this page. An empty variable counts as unset.

| variable | default | read by | meaning |
| --- | --- | --- | --- |
${rows.join('\n')}

Functions get theirs from the environment of \`npm start\`, or on a hosted project by \`supabase secrets set\`. Credentials of a bucket, such as
\`AWS_ACCESS_KEY_ID\` and \`AWS_SECRET_ACCESS_KEY\`, are for \`pnpm remote\`; a shell needs none.
`;

test('docs/environment.md lists every variable', async () => {
  await expect(TABLE).toMatchFileSnapshot('../../docs/environment.md');
});
