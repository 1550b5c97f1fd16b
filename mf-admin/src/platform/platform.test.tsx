import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { callRegistry, givenRemote, promoted, rolledBack } from '../testing/given-remote.ts';
import { loseFreshSignIn } from '../testing/lose-fresh-sign-in.ts';
import { failing, respondWith } from '../testing/network.ts';
import { openAdmin, signInAdmin } from '../testing/open-admin.ts';

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

test('Operator sees the live version with its author and health, the history, and a warning of the shell', async () => {
  const warning = 'the token of this shell ends within 30 days; make another one';
  const { name } = await openPlatform({ failing: [], warnings: [warning] });
  const remote = await card(name);
  expect(await screen.findByText(warning)).toBeTruthy();
  const promote = `npx --yes pnpm@12.21.0 remote promote ${name}@3`;
  for (const text of ['2', /^by operator \(token \w+\)$/, 'No team', 'Answers', promote])
    expect(remote.getByText(text)).toBeTruthy();
  const rows = within(await history()).getAllByRole('rowheader');
  expect(rows.map(({ textContent }) => textContent)).toEqual([`${name}: promoted 2`, `${name}: promoted 1`]);
  expect(screen.getByRole('link', { name: 'Platform' })).toBeTruthy();
});

test.each([
  [{ failing: ['NAME'] }, 'Does not answer'],
  [{ failing: [], fallbackReleases: { NAME: { live: '2', serves: '1' } } }, 'Fails: 1 stands in'],
  [{ failing: ['generations'], noRuntime: [{ name: 'NAME', version: '2', contract: 1 }] }, 'No runtime'],
  [{ failing: ['generations'], noRuntime: [{ name: 'NAME', version: '3', contract: 3 }] }, 'No runtime for the canary'],
  [{ failing: ['generations'], noRuntime: [{ name: 'other', version: '2', contract: 1 }] }, 'Answers'],
  ['starting', 'Health unknown'],
])('with %j from the shell the remote shows its state', async (health, text) => {
  await signInAdmin();
  const name = await givenRemote();
  respondWith('readyz', JSON.parse(JSON.stringify(health).replaceAll('NAME', name)));
  await openAdmin('/admin/platform');
  expect((await card(name)).getByText(text)).toBeTruthy();
});

test('Operator can roll back, again after a failure, and the history keeps the reason', async () => {
  const { user, name } = await openPlatform();
  const repair = failing('POST', 'rpc/move_remote');
  await move(user, name, 'Roll Back', 'Zu langsam auf Handys');
  expect((await (await dialog()).findByRole('alert')).textContent).toBe('An error occurred');
  repair();
  await user.click((await dialog()).getByRole('button', { name: 'Roll Back' }));
  expect(await screen.findByRole('rowheader', { name: `${name}: back to 1` })).toBeTruthy();
  expect(within(await history()).getByText('Zu langsam auf Handys')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect((await card(name)).queryByRole('button', { name: 'Roll Back' })).toBeNull();
});

test('Operator can promote versions that were live before, and no unchecked ones', async () => {
  const { user, name } = await openPlatform();
  await user.click((await card(name)).getByRole('button', { name: 'Promote' }));
  const version = (await dialog()).getByRole<HTMLSelectElement>('combobox', { name: 'Version' });
  expect([...version.options].map(({ value }) => value)).toEqual(['1']);
  await user.type((await dialog()).getByRole('textbox', { name: 'Reason' }), 'Doch besser');
  await user.click((await dialog()).getByRole('button', { name: 'Promote' }));
  expect(await screen.findByRole('rowheader', { name: `${name}: promoted 1` })).toBeTruthy();
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

test('Operator can retire a remote and bring it back', async () => {
  const { user, name } = await openPlatform();
  await move(user, name, 'Retire');
  expect(await (await card(name)).findByText('Retired')).toBeTruthy();
  await move(user, name, 'Promote');
  expect(await (await card(name)).findByText('Answers')).toBeTruthy();
});

test('the second of two operators gets a conflict, sees the live version, and keeps the input', async () => {
  const { user, name } = await openPlatform();
  await user.click((await card(name)).getByRole('button', { name: 'Promote' }));
  await user.type((await dialog()).getByRole('textbox', { name: 'Reason' }), 'Doch besser');
  await rolledBack(name);
  await user.click((await dialog()).getByRole('button', { name: 'Promote' }));
  expect((await (await dialog()).findByRole('alert')).textContent).toContain(`${name} was moved meanwhile: rollback 1`);
  expect(await (await dialog()).findByText(/Live is 1\./)).toBeTruthy();
  expect((await dialog()).getByRole<HTMLInputElement>('textbox', { name: 'Reason' }).value).toBe('Doch besser');
  await user.click((await dialog()).getByRole('button', { name: 'Promote' }));
  expect(await screen.findByRole('rowheader', { name: `${name}: promoted 2` })).toBeTruthy();
});

test('transitions of others are shown without a reload', async () => {
  const { name } = await openPlatform();
  await card(name);
  await promoted(name, '3');
  const shown = await screen.findByRole('rowheader', { name: `${name}: promoted 3` }, { timeout: 60_000 });
  expect(shown).toBeTruthy();
}, 90_000);

test('staff who are no operators see neither the link nor the page', async () => {
  respondWith('rpc/is_operator', false);
  respondWith('readyz', 'starting');
  respondWith('rpc/platform_overview', { code: '42501', message: 'Only operators may do this.' }, 403);
  await openAdmin('/admin/platform');
  expect((await screen.findByRole('alert')).textContent).toContain('This account has no access to this page.');
  expect(screen.queryByRole('link', { name: 'Platform' })).toBeNull();
});

test('Operator can create a token for a team and revoke it', async () => {
  await signInAdmin();
  const team = `team-${crypto.randomUUID().slice(0, 8)}`;
  await callRegistry('add_team', { team, owns: [], members: ['admin@example.com'] });
  const { user } = await openPlatform();
  const teams = within(await screen.findByRole('table', { name: 'Teams' }));
  expect(teams.getByRole('row', { name: new RegExp(`${team}.*admin@example.com`) })).toBeTruthy();

  await user.selectOptions(screen.getByRole('combobox', { name: 'For' }), team);
  expect(screen.getByText(`npx --yes pnpm@12.21.0 remote token create --team ${team} --may RIGHTS`)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Create Token' }));
  const { value } = await screen.findByLabelText<HTMLInputElement>('Token');
  expect(value).toMatch(/^ki_\w{12}_\w{64}$/);
  const id = value.split('_')[1] ?? '';
  const row = async () => within(await screen.findByRole('row', { name: new RegExp(id) }));
  expect((await row()).getByText(`Team ${team}: publish`)).toBeTruthy();
  expect((await row()).getByText('Valid')).toBeTruthy();

  await user.click((await row()).getByRole('button', { name: 'Revoke' }));
  await user.click((await dialog()).getByRole('button', { name: 'Revoke' }));
  await waitFor(async () => expect((await row()).getByText('Revoked')).toBeTruthy());
  expect((await row()).queryByRole('button')).toBeNull();
});

test('Operator sees what each token is for', async () => {
  await signInAdmin();
  const kinds = { pictures: 'For the sizes of pictures', sources: 'For reading sources of articles' };
  const create = (kind: string) => callRegistry('create_deploy_token', { kind, team: null, may: [], days: 1 });
  const tokens = await Promise.all(Object.keys(kinds).map(create));
  await openPlatform();
  for (const [index, text] of Object.values(kinds).entries()) {
    const row = await screen.findByRole('row', { name: new RegExp(String(tokens[index]).split('_')[1] ?? '') });
    expect(within(row).getByText(text)).toBeTruthy();
  }
});

test('an act that needs a fresh sign-in asks for the password in its dialog, and keeps what was typed', async () => {
  const { user, name } = await openPlatform();
  await loseFreshSignIn();
  await move(user, name, 'Roll Back', 'Zu langsam auf Handys');
  expect((await (await dialog()).findByRole('alert')).textContent).toContain('Sign in again');
  const password = async () => (await dialog()).getByLabelText<HTMLInputElement>('Your password');
  const confirm = async () => user.click((await dialog()).getByRole('button', { name: 'Roll Back' }));
  await user.type(await password(), 'falsch');
  await confirm();
  expect((await (await dialog()).findByText('Invalid login credentials')).textContent).toBeTruthy();
  await user.clear(await password());
  await user.type(await password(), 'lernen-mit-ki');
  await confirm();
  expect(await screen.findByRole('rowheader', { name: `${name}: back to 1` })).toBeTruthy();
  expect(within(await history()).getByText('Zu langsam auf Handys')).toBeTruthy();
});

test('the form of a token asks for the password, keeps its days, and the token when the page cannot be reloaded', async () => {
  const { user } = await openPlatform();
  const days = await screen.findByLabelText<HTMLInputElement>('Days');
  await user.clear(days);
  await user.type(days, '17');
  await loseFreshSignIn();
  await user.click(screen.getByRole('button', { name: 'Create Token' }));
  await user.type(await screen.findByLabelText('Your password'), 'lernen-mit-ki');
  expect(days.value).toBe('17');
  failing('POST', 'rpc/platform_overview');
  await user.click(screen.getByRole('button', { name: 'Create Token' }));
  const { value } = await screen.findByLabelText<HTMLInputElement>('Token');
  expect(value).toMatch(/^ki_/);
  expect(screen.queryByLabelText('Your password')).toBeNull();
  await screen.findByText('The data could not be loaded.');
  expect(screen.getByLabelText<HTMLInputElement>('Token').value).toBe(value);
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
  const rows = within(await screen.findByRole('table', { name: 'Shared packages' }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/mf-blog.*react.*2.*\^19\.3\.0.*19\.3\.1/),
    expect.stringMatching(/mf-events.*react.*1.*\^18\.2\.0.*No runtime/),
  ]);
});
