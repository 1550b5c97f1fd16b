import { signUpClient } from '@ki/shared/data/clients.ts';
import { sessionStore } from '@ki/shared/session/session-store.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { givenColleague } from '../testing/given.ts';
import { givenRole, loseFreshSignIn } from '../testing/given-role.ts';
import { counting, endingSession, failing, holding, respondWith } from '../testing/network.ts';
import { field, fill, openAdmin, textsOf } from '../testing/open-admin.ts';

const newAddress = () => `person-${crypto.randomUUID().slice(0, 8)}@example.com`;

const openPage = () => openAdmin('/admin/accounts');

const rowOf = async (email: string) => within(await screen.findByRole('row', { name: new RegExp(email) }));
const rowsAbout = (email: string) => screen.queryAllByRole('row', { name: new RegExp(email) });

test('Operator sees who is staff, and can export an account as a file', async () => {
  const { email } = await givenColleague();
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push(file as Blob);
    return 'blob:nothing';
  });
  // The window of the tests would follow the link.
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user } = await openPage();
  expect(await screen.findByRole('heading', { level: 1, name: 'Accounts' })).toBeTruthy();
  const own = await rowOf('admin@example.com');
  expect(own.getByText('You · Operator')).toBeTruthy();
  expect(screen.getByText(/Sign-up is open: whoever creates an account/)).toBeTruthy();
  await user.click((await rowOf(email)).getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
  const stored = JSON.parse((await saved[0]?.text()) ?? '');
  expect(stored).toMatchObject({ account: { email }, staff: { is_operator: false } });
  expect(JSON.stringify(stored)).not.toContain('encrypted_password');
});

test('Editor names the own account: sidebar and new posts have the name; what is typed meanwhile, or over the end of a session, stays', async () => {
  // Tests of other files read the name of the administrator meanwhile.
  await givenRole('editor');
  const [address = ''] = sessionStore.getState().user?.email?.split('@') ?? [];
  const { user } = await openPage();
  const ownName = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Your name' });
  const name = await ownName();
  expect(name.value).toBe('');
  const type = (value: string) => fireEvent.change(name, { target: { value } });
  type('  Anna ');
  name.focus();
  const sent = counting('PUT', 'auth/v1/user');
  await user.keyboard('{Control>}s{/Control}');
  expect(sent()).toBe(0);
  const repair = failing('PUT', 'auth/v1/user');
  await user.click(screen.getByRole('button', { name: 'Save Name' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Your name could not be saved.');
  expect(name.value).toBe('  Anna ');
  repair();
  const release = holding('PUT', 'auth/v1/user');
  name.focus();
  await user.keyboard('{Enter}');
  type('Anna Muster');
  release();
  await screen.findByText('Your name is saved. What you typed since is not saved yet.');
  expect([name.value, sessionStore.getState().user?.name]).toEqual(['Anna Muster', 'Anna']);
  expect(await screen.findByText('Anna')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'New Post' }));
  expect((await field('Author')).value).toBe('Anna');
  await user.click(screen.getByRole('link', { name: 'Accounts' }));
  await user.clear(await ownName());
  await user.click(screen.getByRole('button', { name: 'Save Name' }));
  await waitFor(() => expect(sessionStore.getState().user?.name).toBe(address));

  const last = await ownName();
  fireEvent.change(last, { target: { value: 'Anna' } });
  endingSession('PUT', 'auth/v1/user');
  await user.click(screen.getByRole('button', { name: 'Save Name' }));
  expect(await screen.findByText('Your name could not be saved. Please try again.')).toBeTruthy();
  expect(sessionStore.getState()).toMatchObject({ status: 'anonymous', ended: 'by-itself' });
  expect(last.value).toBe('Anna');
});

test('Editor can invite to a role: what was refused or typed meanwhile stays, the new link can be copied, and the invitation revoked', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const [{ email: colleague }, email] = [await givenColleague(), newAddress()];
  const { user } = await openPage();
  const address = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' });
  const invite = () => user.click(screen.getByRole('button', { name: 'Create Invitation' }));
  await fill('Email', colleague);
  const repair = failing('POST', 'rpc/invite_colleague');
  await invite();
  expect((await screen.findByRole('alert')).textContent).toBe('An error occurred');
  repair();
  await invite();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('This address is staff already.'));
  expect(address.value).toBe(colleague);

  await fill('Email', email);
  fireEvent.change(screen.getByRole('textbox', { name: /^Note/ }), { target: { value: 'ab Mai' } });
  await user.selectOptions(await screen.findByRole('combobox', { name: /^Role/ }), 'Author');
  const release = holding('POST', 'rpc/invite_colleague');
  await invite();
  await fill('Email', 'naechste@example.com');
  release();
  expect(await screen.findByText(`${email} is invited.`)).toBeTruthy();
  expect(address.value).toBe('naechste@example.com');
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

test.each([
  ['Make Operator', 'Operator'],
  ['Remove Access', null],
  ['Delete Account', null],
])('%s needs a confirmation and a fresh sign-in', async (action, after) => {
  const { email } = await givenColleague();
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
  expect(textsOf(row.getAllByRole('button'))).toEqual([action]);
  expect(screen.getByText('No open invitations')).toBeTruthy();
});

test('where the backend has no second factors, as the embedded one, the page says so', async () => {
  const { user } = await openPage();
  await user.click(await screen.findByRole('button', { name: 'Add Authenticator App' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Add Authenticator App' }));
  await screen.findByText(/have no second factor: its backend offers none/);
  expect(screen.queryByRole('dialog')).toBeNull();
});
