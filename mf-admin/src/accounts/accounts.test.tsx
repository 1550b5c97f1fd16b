import { signUpClient } from '@ki/shared/data/clients.ts';
import { sessionStore } from '@ki/shared/session/session-store.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { givenRole, leave } from '../testing/given-role.ts';
import { loseFreshSignIn } from '../testing/lose-fresh-sign-in.ts';
import { failing, respondWith } from '../testing/network.ts';
import { field, openAdmin } from '../testing/open-admin.ts';

const newAddress = () => `person-${crypto.randomUUID().slice(0, 8)}@example.com`;

/** A colleague who has an account; sign-up of the demo is open. */
async function givenColleague(): Promise<string> {
  const email = newAddress();
  const client = await signUpClient();
  const { error } = await client.auth.signUp({ email, password: 'geheim-1' });
  if (error) throw error;
  return email;
}

const openPage = () => openAdmin('/admin/accounts');

type User = Awaited<ReturnType<typeof openPage>>['user'];

const rowOf = async (email: string) => within(await screen.findByRole('row', { name: new RegExp(email) }));
const rowsAbout = (email: string) => screen.queryAllByRole('row', { name: new RegExp(email) });

async function invite(user: User, email: string) {
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), email);
  await user.click(screen.getByRole('button', { name: 'Create Invitation' }));
}

test('Editor can see who is staff, since when, and who signed in when', async () => {
  const email = await givenColleague();
  await openPage();
  expect(await screen.findByRole('heading', { level: 1, name: 'Accounts' })).toBeTruthy();
  const own = await rowOf('admin@example.com');
  expect(own.getByText('You · Operator')).toBeTruthy();
  expect((await rowOf(email)).getByRole('button', { name: 'Remove Access' })).toBeTruthy();
  expect(screen.getByText(/Sign-up is open: whoever creates an account/)).toBeTruthy();
});

test('Editor names the own account: sidebar and new posts have the name; an empty one is the address again', async () => {
  // Tests of other files read the name of the administrator meanwhile.
  await givenRole('editor');
  onTestFinished(leave);
  const [address = ''] = sessionStore.getState().user?.email?.split('@') ?? [];
  const { user } = await openPage();
  const name = await screen.findByRole('textbox', { name: 'Your name' });
  expect((name as HTMLInputElement).value).toBe('');
  await user.type(name, '  Anna Muster ');
  const repair = failing('PUT', 'auth/v1/user');
  await user.click(screen.getByRole('button', { name: 'Save Name' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Your name could not be saved.');
  expect((name as HTMLInputElement).value).toBe('  Anna Muster ');
  repair();
  await user.click(screen.getByRole('button', { name: 'Save Name' }));
  await screen.findByText('Your name is saved.');
  expect(sessionStore.getState().user?.name).toBe('Anna Muster');
  expect(await screen.findByText('Anna Muster')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'New Post' }));
  expect((await field('Author')).value).toBe('Anna Muster');
  await user.click(screen.getByRole('link', { name: 'Accounts' }));
  await user.clear(await screen.findByRole('textbox', { name: 'Your name' }));
  await user.click(screen.getByRole('button', { name: 'Save Name' }));
  await waitFor(() => expect(sessionStore.getState().user?.name).toBe(address));
});

test('Editor can invite to a role: the new link can be copied, and the list shows the invitation until it is revoked', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const email = newAddress();
  const { user } = await openPage();
  await user.type(await screen.findByRole('textbox', { name: /^Note/ }), 'ab Mai');
  await user.selectOptions(await screen.findByRole('combobox', { name: /^Role/ }), 'Author');
  await invite(user, email);
  const link = await screen.findByLabelText<HTMLInputElement>('Invitation link');
  expect(link.value).toMatch(/^http:\/\/[^/]+\/login#invitation=[0-9a-f]{64}$/);
  await user.click(screen.getByRole('button', { name: 'Copy Link' }));
  expect(await screen.findByText('Copied.')).toBeTruthy();
  expect(writeText).toHaveBeenCalledWith(link.value);
  const row = await rowOf(email);
  for (const text of ['Author · ab Mai', 'admin@example.com']) expect(row.getByText(text)).toBeTruthy();
  await user.click(row.getByRole('button', { name: 'Revoke' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(rowsAbout(email)).toEqual([]));
});

test('an address that is staff already is told, as is a failure, and the input can be sent again', async () => {
  const email = await givenColleague();
  const { user } = await openPage();
  const repair = failing('POST', 'rpc/invite_colleague');
  await invite(user, email);
  expect((await screen.findByRole('alert')).textContent).toBe('An error occurred');
  repair();
  const address = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
  await user.click(screen.getByRole('button', { name: 'Create Invitation' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('This address is staff already.'));
  expect(address.value).toBe(email);
  const other = newAddress();
  await user.clear(address);
  await invite(user, other);
  expect(await screen.findByText(`${other} is invited.`)).toBeTruthy();
});

test.each([
  ['Make Operator', 'Operator'],
  ['Remove Access', null],
  ['Delete Account', null],
])('%s needs a confirmation and a fresh sign-in', async (action, after) => {
  const email = await givenColleague();
  const { user } = await openPage();
  await user.click((await rowOf(email)).getByRole('button', { name: action }));
  const asked = within(await screen.findByRole('dialog'));
  expect(asked.getByText(action === 'Delete Account' ? /This cannot be undone\.$/ : email)).toBeTruthy();
  await loseFreshSignIn();
  await user.click(asked.getByRole('button', { name: action }));
  await user.type(await asked.findByLabelText('Your password'), 'lernen-mit-ki');
  expect(rowsAbout(email)).toHaveLength(1);
  await user.click(asked.getByRole('button', { name: action }));
  if (after) {
    await waitFor(async () => expect((await rowOf(email)).getByText(after)).toBeTruthy());
    expect((await rowOf(email)).queryByRole('button', { name: action })).toBeNull();
  } else await waitFor(() => expect(rowsAbout(email)).toEqual([]));
  if (action === 'Delete Account') {
    const client = await signUpClient();
    expect((await client.auth.signInWithPassword({ email, password: 'geheim-1' })).error?.status).toBe(400);
  }
});

test('Operator can export an account as a file', async () => {
  const email = await givenColleague();
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push(file as Blob);
    return 'blob:nothing';
  });
  // The window of the tests would follow the link.
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user } = await openPage();
  await user.click((await rowOf(email)).getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
  const stored = JSON.parse((await saved[0]?.text()) ?? '');
  expect(stored).toMatchObject({ account: { email }, staff: { is_operator: false } });
  expect(JSON.stringify(stored)).not.toContain('encrypted_password');
});

const ALONE = {
  ...{ id: 'a', email: 'allein@example.com', since: '2026-01-02T10:00:00Z', last_sign_in_at: null },
  ...{ is_operator: true, role: 'publisher' },
};

test.each([
  ['staff who are no operators export and delete no account but their own', 2, false, 'Remove Access'],
  ['the last account can be exported only', 1, true, 'Export'],
])('%s', async (_, total, is_operator, action) => {
  const rights = { may_name_operators: is_operator, may_invite: true };
  const staff = [{ ...ALONE, is_operator }];
  respondWith('read_accounts', { sign_up: 'invited', total, ...rights, staff, invitations: [] });
  await openPage();
  const row = await rowOf(ALONE.email);
  expect(row.getByText('Never')).toBeTruthy();
  expect(row.queryAllByText('The last one stays')).toHaveLength(total === 1 ? 1 : 0);
  expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([action]);
  expect(screen.getByText('No open invitations')).toBeTruthy();
});

test('where the backend has no second factors, as the embedded one, the page says so', async () => {
  const { user } = await openPage();
  await user.click(await screen.findByRole('button', { name: 'Add Authenticator App' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Add Authenticator App' }));
  await screen.findByText(/have no second factor: its backend offers none/);
  expect(screen.queryByRole('dialog')).toBeNull();
});
