import { signUpClient, staffClient } from '@ki/shared/data/clients.ts';
import { sessionStore, signIn, signOut, startSession } from '@ki/shared/session/session-store.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  arrived,
  beAnonymous,
  fill,
  fillAccount,
  guardedRoutes,
  newAddress,
  PASSWORD,
  press,
} from './testing/sign-in.tsx';

const STAFF = ['admin@example.com', 'lernen-mit-ki'] as const;
const open = (address: string) => renderRoute(guardedRoutes, address);
const heading = () => screen.getByRole('heading').textContent;
const storedTokens = () => Object.keys(localStorage).filter((key) => key.endsWith('auth-token'));

beforeEach(beAnonymous);
afterEach(signOut);

test("One form switchable between 'Admin Login' and 'Create Admin Account' requires an address, which stays, and 6 characters, which it can show", async () => {
  open('/login');
  expect(heading()).toBe('Admin Login');
  const email = screen.getByLabelText<HTMLInputElement>('Email');
  const typed = async () => (await screen.findByLabelText<HTMLInputElement>('Email')).value;
  fill('Email', 'vergessen@example.com');
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  expect([email.type, email.required, email.autocomplete]).toEqual(['email', true, 'username']);
  expect([password.type, password.required, password.minLength]).toEqual(['password', true, 6]);
  press('Show password');
  expect(password.type).toBe('text');
  press('Hide password');
  expect(password.type).toBe('password');
  press('Forgot your password?');
  expect(await typed()).toBe('vergessen@example.com');
  press('Sign in instead');
  press('Create an account');
  expect(heading()).toBe('Create Admin Account');
  expect(await typed()).toBe('vergessen@example.com');
  expect(screen.getByText('Minimum 6 characters')).toBeTruthy();
});

test('A new password that is too long is refused at its field, where umlauts count twice, and none is sent', async () => {
  const send = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => send.mockRestore());
  open('/login');
  press('Create an account');
  fillAccount(newAddress(), 'äöüß'.repeat(9));
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  expect(password.checkValidity()).toBe(true);
  fill('Password', `${'äöüß'.repeat(9)}x`);
  expect(password.checkValidity()).toBe(false);
  const problem = document.getElementById(`${password.id}-error`)?.textContent;
  expect(problem).toMatch(/^Password is too long: at most 72 bytes can be kept, and it has 73\./);
  press('Sign Up');
  expect(send).not.toHaveBeenCalled();
  press('Sign in instead');
  fill('Password', 'x'.repeat(80));
  expect(screen.getByLabelText<HTMLInputElement>('Password').checkValidity()).toBe(true);
});

/** Answers requests for a session in the running test, unless `answer` gives nothing. Returns their number. */
function answerGrants(type: 'password' | 'refresh_token', answer: () => Promise<Response | undefined>): () => number {
  const original = globalThis.fetch;
  let count = 0;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (!String(input instanceof Request ? input.url : input).includes(`grant_type=${type}`))
      return original(input, init);
    count += 1;
    return (await answer()) ?? original(input, init);
  });
  onTestFinished(() => spy.mockRestore());
  return () => count;
}

test('Enter in each field signs in and leads back, Ctrl+S does not; a refusal is shown; what is typed meanwhile stays', async () => {
  const { router } = open('/admin/ads?page=2');
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  const user = userEvent.setup();
  const [email, password] = ['Email', 'Password'].map((label) => screen.getByLabelText<HTMLInputElement>(label));
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  const count = answerGrants('password', () => released);
  const refusalAt = (control: HTMLInputElement | undefined) =>
    document.getElementById(`${control?.id}-error`)?.textContent;
  fillAccount('kein-zeichen', 'lang genug');
  email?.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(refusalAt(email)).toBe('Enter an e-mail address'));
  expect(document.activeElement).toBe(email);
  fillAccount(STAFF[0], '');
  password?.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(refusalAt(password)).toBe('Fill in this field'));
  expect(document.activeElement).toBe(password);
  fill('Password', 'falsches Passwort');
  await user.keyboard('{Control>}s{/Control}{Meta>}s{/Meta}');
  expect(count()).toBe(0);
  await user.keyboard('{Enter}{Enter}');
  fill('Password', STAFF[1]);
  release(undefined);
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid login credentials');
  expect([email?.value, password?.value, count()]).toEqual([...STAFF, 1]);
  email?.focus();
  await user.keyboard('{Enter}');
  await arrived();
  expect(router.state.location.pathname + router.state.location.search).toBe('/admin/ads?page=2');
});

test('while the session is unknown the guard shows Loading', () => {
  sessionStore.setState({ status: 'unknown', user: null }, true);
  open('/admin');
  expect(screen.getByRole('status').textContent).toMatch(/^Loading/);
  expect(screen.queryByRole('heading')).toBeNull();
});

test("Sign-up shows 'Account created successfully! You can now sign in.' and switches back to sign-in", async () => {
  open('/login');
  press('Create an account');
  // Only whoever is invited gives a name.
  expect(screen.queryByLabelText('Your name')).toBeNull();
  const address = newAddress();
  fillAccount(address, PASSWORD);
  press('Sign Up');
  expect(await screen.findByText('Account created successfully! You can now sign in.')).toBeTruthy();
  expect(heading()).toBe('Admin Login');
  expect([sessionStore.getState().status, storedTokens()]).toEqual(['anonymous', []]);
  expect(await signIn(address, PASSWORD)).toBeNull();
});

test('a sign-out in another tab ends the session here too, and the login page says so', async () => {
  await startSession();
  await signIn(...STAFF);
  const { router } = open('/admin/ads');
  await arrived();
  const [key = ''] = storedTokens();
  localStorage.removeItem(key);
  dispatchEvent(new StorageEvent('storage', { key, newValue: null }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect((await screen.findByRole('status')).textContent).toContain('what you typed is kept');
});

test('the session is removed when refresh fails non-retryably', async () => {
  await startSession();
  await signIn(...STAFF);
  const refusal = { code: 400, error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' };
  answerGrants('refresh_token', async () => Response.json(refusal, { status: 400 }));
  const [key = ''] = storedTokens();
  const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
  localStorage.setItem(key, JSON.stringify({ ...stored, expires_at: 1 }));
  await (await staffClient()).auth.getSession();
  await waitFor(() => expect(sessionStore.getState()).toMatchObject({ status: 'anonymous', ended: 'by-itself' }));
  expect(storedTokens()).toEqual([]);
});

/** A new account and a link like that of a mail: the auth service puts a session into the fragment. */
async function givenLink() {
  const email = newAddress();
  const { data } = await (await signUpClient()).auth.signUp({ email, password: 'vergessen-1' });
  const { access_token = '', refresh_token = '' } = data.session ?? {};
  const fragment = new URLSearchParams({ access_token, refresh_token, expires_in: '3600', type: 'recovery' });
  return { email, link: `/login?next=%2Fadmin%2Fads#${fragment}` };
}

test('the link of a mail leads to a new password, and this to the page that was wanted', async () => {
  const { email, link } = await givenLink();
  const { router } = open(link);
  await screen.findByText(`Set a new password for ${email}.`);
  expect(router.state.location.hash).toBe('');
  fill('New Password', 'gemerkt-1');
  press('Set Password');
  await arrived();
  expect(router.state.location.pathname).toBe('/admin/ads');
  await signOut();
  expect(await signIn(email, 'vergessen-1')).toBe('Invalid login credentials');
  expect(await signIn(email, 'gemerkt-1')).toBeNull();
});

test.each([
  ['#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid', /has expired or was used/],
  ['#access_token=a.b.c&refresh_token=d&type=recovery', /./],
])('the link %s opens nothing and says so', async (fragment, words) => {
  open(`/login${fragment}`);
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
  expect(screen.getByRole('link', { name: 'Go to the sign-in' }).getAttribute('href')).toBe('/login');
  expect(sessionStore.getState().status).toBe('anonymous');
});

test('a link does not replace the session of whoever is signed in', async () => {
  const { email } = await givenLink();
  const { link } = await givenLink();
  await signIn(email, 'vergessen-1');
  open(link);
  expect((await screen.findByRole('alert')).textContent).toContain(`You are signed in as ${email}.`);
  expect(sessionStore.getState()).toMatchObject({ status: 'signed-in', user: { email } });
});

test('other fragments ask for no new password', () => {
  open('/login#access_token=a&refresh_token=b&type=signup');
  expect(heading()).toBe('Admin Login');
});

test('where the backend sends no mail, as the embedded one, the form says who helps', async () => {
  open('/login');
  press('Forgot your password?');
  fill('Email', 'vergessen@example.com');
  press('Send Link');
  const help = 'sends no mail. Ask an operator to delete this account';
  expect((await screen.findByRole('alert')).textContent).toContain(help);
  press('Sign in instead');
  expect(heading()).toBe('Admin Login');
});
