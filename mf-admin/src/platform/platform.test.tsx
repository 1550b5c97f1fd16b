import type { UntypedClient } from '@ki/shared/data/clients.ts';
import { unique } from '@ki/shared/testing/given.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, inject, test, vi } from 'vitest';
import { addresses } from '../addresses.ts';
import { asStaff } from '../kit/data/as-staff.ts';
import { loseFreshSignIn } from '../testing/given-role.ts';
import { failing, holding, intercept, respondWith } from '../testing/network.ts';
import { openAdmin, signInAdmin, textsOf } from '../testing/open-admin.ts';

const integrity = `sha384-${'A'.repeat(64)}`;
const file = (path: string) => ({ path, integrity });

/** A release without files, for transitions in the registry. */
const release = (name: string, version: string) => ({
  name,
  version,
  contract: 2,
  routes: [`/${name}`],
  staffOnly: false,
  entry: file('web/remoteEntry.js'),
  server: file('server/index.cjs'),
  manifest: file('web/mf-manifest.json'),
  chunks: {},
  singletons: {},
});

/** Calls a function of the registry with an operator's token, as the command line does. */
async function callRegistry(name: string, args: Readonly<Record<string, unknown>>): Promise<unknown> {
  return asStaff(async (client: UntypedClient) => {
    const token = inject('backend').operatorToken;
    const { data } = await client.rpc(name, { token, ...args }).throwOnError();
    return data;
  });
}

const by = { author: '', reason: 'Probe' };

const promoted = (remote: string, version: string) =>
  callRegistry('promote_release', { remote, version, ...by, origin: null, started_from: null });

const rolledBack = (remote: string) => callRegistry('roll_back_remote', { remote, ...by });

/**
 * A remote for the running test: version 1 was live, 2 is live, 3 is published only. It is not removed, as the registry
 * deletes nothing.
 */
async function givenRemote(): Promise<string> {
  const name = unique('mf-r');
  for (const version of ['1', '2', '3']) await callRegistry('publish_release', { release: release(name, version) });
  for (const version of ['1', '2']) await promoted(name, version);
  return name;
}

type User = Awaited<ReturnType<typeof openAdmin>>['user'];

const card = async (name: string) => within(await screen.findByRole('region', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));
const history = () => screen.findByRole('table', { name: 'History' });

/** Opens the page of a remote: version 1 was live, 2 is live, 3 is published only. */
async function openPlatform(health: object = { failing: [] }) {
  await signInAdmin();
  const name = await givenRemote();
  respondWith('readyz', health);
  return { ...(await openAdmin(`/admin/platform?remote=${name}`)), name };
}

/** Presses a button of a remote and confirms its dialog with a reason. */
async function move(user: User, name: string, label: string, reason = 'Zu langsam') {
  await user.click((await card(name)).getByRole('button', { name: label }));
  await user.type((await dialog()).getByRole('textbox', { name: 'Reason' }), reason);
  await user.click((await dialog()).getByRole('button', { name: label }));
}

test('Operator sees the live version with its author and health, the history, what tokens are for, and a warning of the shell', async () => {
  await signInAdmin();
  const kinds = { pictures: 'For the sizes of pictures', sources: 'For reading sources of articles' };
  const create = (kind: string) => callRegistry('create_deploy_token', { kind, team: null, may: [], days: 1 });
  const tokens = await Promise.all(Object.keys(kinds).map(create));
  const warning = 'the token of this shell ends within 30 days; make another one';
  const { name } = await openPlatform({ failing: [], warnings: [warning] });
  const remote = await card(name);
  expect(await screen.findByText(warning)).toBeTruthy();
  const promote = `npx --yes pnpm@12.21.0 remote promote ${name}@3`;
  for (const text of ['2', /^by operator \(token \w+\)$/, 'No team', 'Answers', promote])
    expect(remote.getByText(text)).toBeTruthy();
  const rows = within(await history()).getAllByRole('rowheader');
  expect(textsOf(rows)).toEqual([`${name}: promoted 2`, `${name}: promoted 1`]);
  expect(screen.getByRole('link', { name: 'Platform' })).toBeTruthy();
  for (const [index, text] of Object.values(kinds).entries()) {
    const row = await screen.findByRole('row', { name: new RegExp(String(tokens[index]).split('_')[1] ?? '') });
    expect(within(row).getByText(text)).toBeTruthy();
  }
});

test('a remote shows its state by what the shell says', async () => {
  await signInAdmin();
  const name = await givenRemote();
  const noRuntime = (of: string, version: string) => ({
    failing: ['generations'],
    noRuntime: [{ name: of, version, contract: 1 }],
  });
  const states = [
    [{ failing: [name] }, 'Does not answer'],
    [{ failing: [], fallbackReleases: { [name]: { live: '2', serves: '1' } } }, 'Fails: 1 stands in'],
    [noRuntime(name, '2'), 'No runtime'],
    [noRuntime(name, '3'), 'No runtime for the canary'],
    [noRuntime('other', '2'), 'Answers'],
    ['starting', 'Health unknown'],
  ] as const;
  let health: unknown = states[0][0];
  intercept(({ url }) => (url.pathname.endsWith('/readyz') ? Promise.resolve(Response.json(health)) : undefined));
  const { router } = await openAdmin(addresses.platform);
  for (const [said, text] of states) {
    health = said;
    await router.revalidate();
    expect(await (await card(name)).findByText(text)).toBeTruthy();
  }
});

test('Operator can roll back, again after a failure and with a fresh sign-in; what was typed is kept, and the history has it', async () => {
  const { user, name } = await openPlatform();
  const repair = failing('POST', 'rpc/move_remote');
  await move(user, name, 'Roll Back', 'Zu langsam auf Handys');
  expect((await (await dialog()).findByRole('alert')).textContent).toBe('An error occurred');
  repair();
  await loseFreshSignIn();
  const confirm = async () => user.click((await dialog()).getByRole('button', { name: 'Roll Back' }));
  await confirm();
  const password = await (await dialog()).findByLabelText<HTMLInputElement>('Your password');
  expect((await dialog()).getByRole('alert').textContent).toContain('Sign in again');
  await user.type(password, 'falsch');
  await confirm();
  expect((await (await dialog()).findByText('Invalid login credentials')).textContent).toBeTruthy();
  await user.clear(password);
  await user.type(password, 'lernen-mit-ki');
  await confirm();
  expect(await screen.findByRole('rowheader', { name: `${name}: back to 1` })).toBeTruthy();
  expect(within(await history()).getByText('Zu langsam auf Handys')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect((await card(name)).queryByRole('button', { name: 'Roll Back' })).toBeNull();
});

test('a dialog stays open with what is typed while its action runs', async () => {
  const { user, name } = await openPlatform();
  const release = holding('POST', 'rpc/move_remote');
  await move(user, name, 'Roll Back', 'Zu langsam');
  const asked = await dialog();
  const reason = asked.getByLabelText<HTMLInputElement>('Reason');
  await user.type(reason, ', und ohne Bilder');
  release();
  expect(await asked.findByText('What you typed since is not part of it.')).toBeTruthy();
  expect(reason.value).toBe('Zu langsam, und ohne Bilder');
  await user.click(asked.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Operator can promote versions that were live before; after a move by another operator the dialog says so and keeps the input', async () => {
  const { user, name } = await openPlatform();
  await user.click((await card(name)).getByRole('button', { name: 'Promote' }));
  const asked = await dialog();
  const version = asked.getByRole<HTMLSelectElement>('combobox', { name: 'Version' });
  expect([...version.options].map(({ value }) => value)).toEqual(['1']);
  const reason = asked.getByRole<HTMLInputElement>('textbox', { name: 'Reason' });
  await user.type(reason, 'Doch besser');
  await rolledBack(name);
  await user.click(asked.getByRole('button', { name: 'Promote' }));
  expect((await asked.findByRole('alert')).textContent).toContain(`${name} was moved meanwhile: rollback 1`);
  expect(await asked.findByText(/Live is 1\./)).toBeTruthy();
  expect(reason.value).toBe('Doch besser');
  await user.click(asked.getByRole('button', { name: 'Promote' }));
  expect(await screen.findByRole('rowheader', { name: `${name}: promoted 2` })).toBeTruthy();
});

test('Operator can start a canary, sees both versions counted, and can end it', async () => {
  const { user, name } = await openPlatform();
  await user.click((await card(name)).getByRole('button', { name: 'Canary' }));
  const share = (await dialog()).getByRole('spinbutton', { name: 'Share' });
  await user.clear(share);
  await user.type(share, '25');
  await user.type((await dialog()).getByRole('textbox', { name: 'Reason' }), 'Vergleich');
  await user.click((await dialog()).getByRole('button', { name: 'Canary' }));
  const counted = within(await screen.findByRole('table', { name: `${name}: live version and canary` }));
  const row = within(counted.getByRole('row', { name: /Canary/ }));
  expect(row.getByText('25%')).toBeTruthy();
  expect(screen.getByText(/goes back by itself when its failures there are more than 5 of 100 above/)).toBeTruthy();

  await move(user, name, 'End Canary');
  expect(await screen.findByRole('rowheader', { name: `${name}: canary 1 ended` })).toBeTruthy();
  expect(screen.queryByRole('table', { name: `${name}: live version and canary` })).toBeNull();
});

test('Operator can retire a remote and bring it back; transitions of others are shown without a reload', async () => {
  const intervals = vi.spyOn(globalThis, 'setInterval');
  const { user, name } = await openPlatform();
  await move(user, name, 'Retire');
  expect(await (await card(name)).findByText('Retired')).toBeTruthy();
  await move(user, name, 'Promote');
  expect(await (await card(name)).findByText('Answers')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await promoted(name, '3');
  const [poll] = intervals.mock.calls.findLast(([, milliseconds]) => milliseconds === 5_000) ?? expect.fail('no poll');
  poll();
  expect(await screen.findByRole('rowheader', { name: `${name}: promoted 3` })).toBeTruthy();
});

test('staff who are no operators see neither the link nor the page', async () => {
  respondWith('rpc/is_operator', false);
  respondWith('readyz', 'starting');
  respondWith('rpc/platform_overview', { code: '42501', message: 'Only operators may do this.' }, 403);
  await openAdmin('/admin/platform');
  expect((await screen.findByRole('alert')).textContent).toContain('This account has no access to this page.');
  expect(screen.queryByRole('link', { name: 'Platform' })).toBeNull();
});

test('Operator can create a token for a team and revoke it; the form keeps its days for a password, and the token while nothing can be read', async () => {
  await signInAdmin();
  const team = `team-${crypto.randomUUID().slice(0, 8)}`;
  await callRegistry('add_team', { team, owns: [], members: ['admin@example.com'] });
  const { user } = await openPlatform();
  const teams = within(await screen.findByRole('table', { name: 'Teams' }));
  expect(teams.getByRole('row', { name: new RegExp(`${team}.*admin@example.com`) })).toBeTruthy();

  await user.selectOptions(screen.getByRole('combobox', { name: 'For' }), team);
  expect(screen.getByText(`npx --yes pnpm@12.21.0 remote token create --team ${team} --may RIGHTS`)).toBeTruthy();
  const days = await screen.findByLabelText<HTMLInputElement>('Days');
  await user.clear(days);
  await user.type(days, '17');
  await loseFreshSignIn();
  await user.click(screen.getByRole('button', { name: 'Create Token' }));
  await user.type(await screen.findByLabelText('Your password'), 'lernen-mit-ki');
  expect(days.value).toBe('17');
  const repair = failing('POST', 'rpc/platform_overview');
  await user.click(screen.getByRole('button', { name: 'Create Token' }));
  const { value } = await screen.findByLabelText<HTMLInputElement>('Token');
  expect(value).toMatch(/^ki_\w{12}_\w{64}$/);
  expect(screen.queryByLabelText('Your password')).toBeNull();
  await screen.findByText('The data could not be loaded.');
  repair();
  await user.click(screen.getByRole('button', { name: 'Try again' }));

  const id = value.split('_')[1] ?? '';
  const row = async () => within(await screen.findByRole('row', { name: new RegExp(id) }));
  expect((await row()).getByText(`Team ${team}: publish`)).toBeTruthy();
  expect((await row()).getByText('Valid')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Token').value).toBe(value);
  await user.click((await row()).getByRole('button', { name: 'Revoke' }));
  await user.click((await dialog()).getByRole('button', { name: 'Revoke' }));
  await waitFor(async () => expect((await row()).getByText('Revoked')).toBeTruthy());
  expect((await row()).queryByRole('button')).toBeNull();
});

test('Operator sees for each remote what it wants of the shared packages, and what its generation provides', async () => {
  await signInAdmin();
  const shared = {
    generations: [
      { contract: 3, singletons: { react: '20.0.1', '@ki/shared/data/clients.ts': '1.0.0' } },
      { contract: 2, singletons: { react: '19.3.1' } },
    ],
    remotes: {
      'mf-events': { contract: 1, singletons: { react: '^18.2.0' } },
      'mf-blog': { contract: 2, singletons: { react: '^19.3.0', '@ki/shared/data/clients.ts': '^1.0.0' } },
    },
  };
  respondWith('platform.json', shared);
  await openAdmin('/admin/platform');
  expect(await screen.findByText(/This shell serves generations 3 and 2\./)).toBeTruthy();
  const [, ...rows] = within(await screen.findByRole('table', { name: 'Shared packages' })).getAllByRole('row');
  expect(textsOf(rows)).toEqual([
    expect.stringMatching(/mf-blog.*react.*2.*\^19\.3\.0.*19\.3\.1/),
    expect.stringMatching(/mf-events.*react.*1.*\^18\.2\.0.*No runtime/),
  ]);
});
