import { staffClient } from '@ki/shared/data/clients.ts';
import { sessionStore, signIn, signOut, startSession } from '@ki/shared/session/session-store.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { Guard } from './guard.tsx';
import { LoginPage } from './login-page.tsx';

const STAFF = { email: 'admin@example.com', password: 'lernen-mit-ki' } as const;
const routes = [
  { path: '/login', Component: LoginPage },
  {
    path: '/admin/*',
    element: (
      <Guard staffOnly>
        <h1>Admin page</h1>
      </Guard>
    ),
  },
];
const open = (address: string) => renderRoute(routes, address);
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

function fillAccount({ email, password }: { email: string; password: string }) {
  fill('Email', email);
  fill('Password', password);
}

afterEach(signOut);

/** The response to session refreshes in the running test. */
function refreshes(answer: () => Response | undefined): number[] {
  const times: number[] = [];
  const original = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    if (!String(input instanceof Request ? input.url : input).includes('grant_type=refresh_token'))
      return original(input, init);
    times.push(Date.now());
    return answer() ?? original(input, init);
  };
  onTestFinished(() => {
    globalThis.fetch = original;
  });
  return times;
}

test("One form switchable between 'Admin Login' and 'Create Admin Account'", () => {
  sessionStore.setState({ status: 'anonymous', user: null }, true);
  open('/login');
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Admin Login']);
  press('Create an account');
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Create Admin Account']);
  expect(screen.getByText('Minimum 6 characters')).toBeTruthy();
});

test('the form requires an email address and a password of at least 6 characters, which can be shown', () => {
  sessionStore.setState({ status: 'anonymous', user: null }, true);
  open('/login');
  const email = screen.getByLabelText<HTMLInputElement>('Email');
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  expect([email.type, email.required, email.autocomplete]).toEqual(['email', true, 'username']);
  expect([password.type, password.required, password.minLength]).toEqual(['password', true, 6]);
  press('Show password');
  expect(password.type).toBe('text');
  press('Hide password');
  expect(password.type).toBe('password');
});

test('without a session the guard redirects to /login, and sign-in leads back', async () => {
  sessionStore.setState({ status: 'anonymous', user: null }, true);
  const { router } = open('/admin/ads?page=2');
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  fillAccount(STAFF);
  press('Sign In');
  await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe('/admin/ads?page=2'));
});

test('while the session is unknown the guard shows Loading', () => {
  sessionStore.setState({ status: 'unknown', user: null }, true);
  open('/admin');
  expect(screen.getByRole('status').textContent).toMatch(/^Loading/);
  expect(screen.queryByRole('heading')).toBeNull();
});

test('Login error: the server’s message is shown', async () => {
  sessionStore.setState({ status: 'anonymous', user: null }, true);
  open('/login');
  fillAccount({ ...STAFF, password: 'falsch-falsch' });
  press('Sign In');
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid login credentials');
});

test("Sign-up shows 'Account created successfully! You can now sign in.' and switches back to sign-in", async () => {
  sessionStore.setState({ status: 'anonymous', user: null }, true);
  open('/login');
  press('Create an account');
  const account = { email: `neu-${Date.now()}@example.com`, password: 'geheim-1' };
  fillAccount(account);
  press('Sign Up');
  expect(await screen.findByText('Account created successfully! You can now sign in.')).toBeTruthy();
  expect(screen.getByRole('heading').textContent).toBe('Admin Login');
  expect(sessionStore.getState().status).toBe('anonymous');
  expect(Object.keys(localStorage).filter((key) => key.endsWith('auth-token'))).toEqual([]);
  expect(await signIn(account.email, account.password)).toBeNull();
});

test('a sign-out in another tab ends the session here too, and the login page says so', async () => {
  await startSession();
  await signIn(STAFF.email, STAFF.password);
  const { router } = open('/admin/ads');
  await screen.findByRole('heading', { name: 'Admin page' });
  const key = Object.keys(localStorage).find((name) => name.endsWith('auth-token')) ?? '';
  localStorage.removeItem(key);
  dispatchEvent(new StorageEvent('storage', { key, newValue: null }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect((await screen.findByRole('status')).textContent).toContain('what you typed is kept');
});

test('refresh: exponential back-off starting at 200 ms over retryable failures', async () => {
  await signIn(STAFF.email, STAFF.password);
  const times = refreshes(() => (times.length <= 3 ? new Response(null, { status: 503 }) : undefined));
  const { error } = await (await staffClient()).auth.refreshSession();
  expect(error).toBeNull();
  const [first = 0, second = 0, third = 0, fourth = 0] = times;
  expect(second - first).toBeGreaterThanOrEqual(190);
  expect(third - second).toBeGreaterThanOrEqual(390);
  expect(fourth - third).toBeGreaterThanOrEqual(790);
  expect(sessionStore.getState().status).toBe('signed-in');
});

test('the session is removed when refresh fails non-retryably', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await startSession();
  await signIn(STAFF.email, STAFF.password);
  refreshes(() =>
    Response.json({ code: 400, error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' }, { status: 400 }),
  );
  const key = Object.keys(localStorage).find((name) => name.endsWith('auth-token')) ?? '';
  const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
  localStorage.setItem(key, JSON.stringify({ ...stored, expires_at: 1 }));
  await (await staffClient()).auth.getSession();
  await waitFor(() => expect(sessionStore.getState()).toMatchObject({ status: 'anonymous', ended: 'by-itself' }));
  expect(Object.keys(localStorage).filter((key) => key.endsWith('auth-token'))).toEqual([]);
});
