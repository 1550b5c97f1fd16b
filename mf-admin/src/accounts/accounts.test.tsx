import { signUpClient, staffClient } from '@ki/shared/data/clients.ts';
import { sessionStore } from '@ki/shared/session/session-store.ts';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { loseFreshSignIn } from '../testing/lose-fresh-sign-in.ts';
import { failing, intercept } from '../testing/network.ts';
import { openAdmin } from '../testing/open-admin.ts';

const newAddress = () => `person-${crypto.randomUUID().slice(0, 8)}@example.com`;

/** A colleague who has an account; sign-up of the demo is open. */
async function givenColleague(): Promise<string> {
  const email = newAddress();
  const client = await signUpClient();
  const { error } = await client.auth.signUp({ email, password: 'geheim-1' });
  if (error) throw error;
  return email;
}

const rowOf = async (email: string) => within(await screen.findByRole('row', { name: new RegExp(email) }));
const rowsAbout = (email: string) => screen.queryAllByRole('row', { name: new RegExp(email) });

async function invite(user: Awaited<ReturnType<typeof openAdmin>>['user'], email: string) {
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), email);
  await user.click(screen.getByRole('button', { name: 'Create Invitation' }));
}

test('Editor can see who is staff, since when, and who signed in when', async () => {
  const email = await givenColleague();
  await openAdmin('/admin/accounts');
  expect(await screen.findByRole('heading', { level: 1, name: 'Accounts' })).toBeTruthy();
  const own = await rowOf('admin@example.com');
  expect(own.getByText('You · Operator')).toBeTruthy();
  expect((await rowOf(email)).getByRole('button', { name: 'Remove Access' })).toBeTruthy();
  expect(screen.getByText(/Sign-up is open: whoever creates an account/)).toBeTruthy();
});

test('Editor names the own account: sidebar, new posts and history have the name; an empty one is the address again', async () => {
  const { user } = await openAdmin('/admin/accounts');
  const name = await screen.findByRole('textbox', { name: 'Your name' });
  expect((name as HTMLInputElement).value).toBe('');
  await user.type(name, '  Anna Muster ');
  await user.click(screen.getByRole('button', { name: 'Save Name' }));
  await screen.findByText('Your name is saved.');
  expect(sessionStore.getState().user?.name).toBe('Anna Muster');
  expect(await screen.findByText('Anna Muster')).toBeTruthy();
  const slug = newAddress().replace(/\W/g, '-');
  await user.click(screen.getByRole('link', { name: 'New Post' }));
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), slug);
  await user.type(screen.getByRole('textbox', { name: 'Content' }), 'Text');
  await user.click(screen.getByRole('button', { name: 'Create Post' }));
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  const { data } = await serviceClient().from('posts').select('id, author').eq('slug', slug).single().throwOnError();
  expect(data.author).toBe('Anna Muster');
  const history = await (await staffClient()).rpc('history', { record: data.id }).throwOnError();
  expect(history.data[0]?.actor_name).toBe('Anna Muster');
  await serviceClient().from('posts').delete().eq('id', data.id);
  await user.click(screen.getByRole('link', { name: 'Accounts' }));
  await user.clear(await screen.findByRole('textbox', { name: 'Your name' }));
  await user.click(screen.getByRole('button', { name: 'Save Name' }));
  await waitFor(() => expect(sessionStore.getState().user?.name).toBe('admin'));
});

test('a name that cannot be saved stays in its field', async () => {
  const { user } = await openAdmin('/admin/accounts');
  await user.type(await screen.findByRole('textbox', { name: 'Your name' }), 'Anna Muster');
  failing('PUT', 'auth/v1/user');
  await user.click(screen.getByRole('button', { name: 'Save Name' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Your name could not be saved.');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Your name' }).value).toBe('Anna Muster');
});

test('Editor can invite: the new link can be copied, and the list shows the invitation until it is revoked', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const email = newAddress();
  const { user } = await openAdmin('/admin/accounts');
  await user.type(await screen.findByRole('textbox', { name: /^Note/ }), 'ab Mai');
  await invite(user, email);
  const link = await screen.findByLabelText<HTMLInputElement>('Invitation link');
  expect(link.value).toMatch(/^http:\/\/[^/]+\/login#invitation=[0-9a-f]{64}$/);
  await user.click(screen.getByRole('button', { name: 'Copy Link' }));
  expect(await screen.findByText('Copied.')).toBeTruthy();
  expect(writeText).toHaveBeenCalledWith(link.value);
  const row = await rowOf(email);
  expect(row.getByText('ab Mai')).toBeTruthy();
  expect(row.getByText('admin@example.com')).toBeTruthy();
  await user.click(row.getByRole('button', { name: 'Revoke' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(rowsAbout(email)).toEqual([]));
});

test('Operator invites to a role, which the list shows', async () => {
  const email = newAddress();
  const { user } = await openAdmin('/admin/accounts');
  await user.selectOptions(await screen.findByRole('combobox', { name: /^Role/ }), 'Author');
  await invite(user, email);
  expect((await rowOf(email)).getByText('Author')).toBeTruthy();
});

test('an address that is staff already shows the error text, and the input stays', async () => {
  const email = await givenColleague();
  const { user } = await openAdmin('/admin/accounts');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await invite(user, email);
  expect((await screen.findByRole('alert')).textContent).toBe('This address is staff already.');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe(email);
  vi.restoreAllMocks();
});

test('a failed invitation shows the error and can be sent again', async () => {
  const { user } = await openAdmin('/admin/accounts');
  const mend = failing('POST', 'rpc/invite_colleague');
  const email = newAddress();
  await invite(user, email);
  expect((await screen.findByRole('alert')).textContent).toBe('An error occurred');
  mend();
  await user.click(screen.getByRole('button', { name: 'Create Invitation' }));
  expect(await screen.findByText(`${email} is invited.`)).toBeTruthy();
});

test('the link and the input stay when the lists cannot be reloaded', async () => {
  const { user } = await openAdmin('/admin/accounts');
  await screen.findByRole('table', { name: 'Staff' });
  const mend = failing('POST', 'rpc/read_accounts');
  await invite(user, newAddress());
  const { value } = await screen.findByLabelText<HTMLInputElement>('Invitation link');
  await screen.findByText('The data could not be loaded.');
  await user.type(screen.getByRole('textbox', { name: /^Note/ }), 'ab Mai');
  mend();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('table', { name: 'Staff' });
  expect(screen.getByLabelText<HTMLInputElement>('Invitation link').value).toBe(value);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Note/ }).value).toBe('ab Mai');
});

test('Editor can remove access after a confirmation', async () => {
  const email = await givenColleague();
  const { user } = await openAdmin('/admin/accounts');
  const row = await rowOf(email);
  await user.click(row.getByRole('button', { name: 'Remove Access' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(email)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Remove Access' }));
  await waitFor(() => expect(rowsAbout(email)).toEqual([]));
});

test('Operator can make another account an operator after a confirmation', async () => {
  const email = await givenColleague();
  const { user } = await openAdmin('/admin/accounts');
  await user.click((await rowOf(email)).getByRole('button', { name: 'Make Operator' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Make Operator' }));
  await waitFor(async () => expect((await rowOf(email)).getByText('Operator')).toBeTruthy());
  expect((await rowOf(email)).queryByRole('button', { name: 'Make Operator' })).toBeNull();
});

test.each([
  ['Make Operator', 'Operator'],
  ['Remove Access', null],
  ['Delete Account', null],
])('%s asks for the password when the sign-in is old', async (action, after) => {
  const email = await givenColleague();
  const { user } = await openAdmin('/admin/accounts');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await user.click((await rowOf(email)).getByRole('button', { name: action }));
  await loseFreshSignIn();
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: action }));
  expect((await dialog.findByRole('alert')).textContent).toContain('Sign in again');
  expect(rowsAbout(email)).toHaveLength(1);
  await user.type(dialog.getByLabelText('Your password'), 'lernen-mit-ki');
  await user.click(dialog.getByRole('button', { name: action }));
  if (after) await waitFor(async () => expect((await rowOf(email)).getByText(after)).toBeTruthy());
  else await waitFor(() => expect(rowsAbout(email)).toEqual([]));
  vi.restoreAllMocks();
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
  const { user } = await openAdmin('/admin/accounts');
  await user.click((await rowOf(email)).getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
  const stored = JSON.parse((await saved[0]?.text()) ?? '');
  expect(stored).toMatchObject({ account: { email }, staff: { is_operator: false } });
  expect(JSON.stringify(stored)).not.toContain('encrypted_password');
  vi.restoreAllMocks();
});

test('Operator can delete an account after a confirmation', async () => {
  const email = await givenColleague();
  const { user } = await openAdmin('/admin/accounts');
  await user.click((await rowOf(email)).getByRole('button', { name: 'Delete Account' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/This cannot be undone\.$/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Delete Account' }));
  await waitFor(() => expect(rowsAbout(email)).toEqual([]));
  const client = await signUpClient();
  expect((await client.auth.signInWithPassword({ email, password: 'geheim-1' })).error?.status).toBe(400);
});

test('staff who are no operators export and delete no account but their own', async () => {
  const own = {
    id: 'a',
    email: 'allein@example.com',
    since: '2026-01-02T10:00:00Z',
    last_sign_in_at: null,
    role: 'publisher',
  };
  const staff = [{ ...own, is_operator: false }];
  const two = { sign_up: 'invited', total: 2, may_name_operators: false, may_invite: true, staff, invitations: [] };
  intercept(({ url }) => (url.pathname.endsWith('/read_accounts') ? Promise.resolve(Response.json(two)) : undefined));
  await openAdmin('/admin/accounts');
  const row = await rowOf('allein@example.com');
  expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Remove Access']);
});

test('the last account can be exported only', async () => {
  const staff = [
    {
      id: 'a',
      email: 'allein@example.com',
      since: '2026-01-02T10:00:00Z',
      last_sign_in_at: null,
      is_operator: true,
      role: 'publisher',
    },
  ];
  const alone = { sign_up: 'invited', total: 1, may_name_operators: true, may_invite: true, staff, invitations: [] };
  intercept(({ url }) => (url.pathname.endsWith('/read_accounts') ? Promise.resolve(Response.json(alone)) : undefined));
  await openAdmin('/admin/accounts');
  const row = await rowOf('allein@example.com');
  expect(row.getByText('Never')).toBeTruthy();
  expect(row.getByText('The last one stays')).toBeTruthy();
  expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Export']);
  expect(screen.getByText('No open invitations')).toBeTruthy();
});

test('where the backend has no second factors, as the embedded one, the page says so', async () => {
  const { user } = await openAdmin('/admin/accounts');
  await user.click(await screen.findByRole('button', { name: 'Add Authenticator App' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Add Authenticator App' }));
  await screen.findByText(/have no second factor: its backend offers none/);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the page shows a read error and offers a retry', async () => {
  failing('POST', 'rpc/read_accounts');
  await openAdmin('/admin/accounts');
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
