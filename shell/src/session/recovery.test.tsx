import { signUpClient } from '@ki/shared/data/clients.ts';
import { sessionStore, signIn, signOut } from '@ki/shared/session/session-store.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LoginPage } from './login-page.tsx';

const routes = [
  { path: '/login', Component: LoginPage },
  { path: '/admin/*', element: <h1>Admin page</h1> },
];
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => sessionStore.setState({ status: 'anonymous', user: null }, true));
afterEach(signOut);

/** A new account and a link like that of a mail: the auth service puts a session into the fragment. */
async function givenLink() {
  const email = `vergessen-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const { data } = await (await signUpClient()).auth.signUp({ email, password: 'vergessen-1' });
  const { access_token = '', refresh_token = '' } = data.session ?? {};
  const fragment = new URLSearchParams({ access_token, refresh_token, expires_in: '3600', type: 'recovery' });
  return { email, link: `/login?next=%2Fadmin%2Fads#${fragment}` };
}

test('the link of a mail leads to a new password, and this to the page that was wanted', async () => {
  const { email, link } = await givenLink();
  const { router } = renderRoute(routes, link);
  await screen.findByText(`Set a new password for ${email}.`);
  expect(router.state.location.hash).toBe('');
  fill('New Password', 'gemerkt-1');
  press('Set Password');
  await screen.findByRole('heading', { name: 'Admin page' });
  expect(router.state.location.pathname).toBe('/admin/ads');
  await signOut();
  expect(await signIn(email, 'vergessen-1')).toBe('Invalid login credentials');
  expect(await signIn(email, 'gemerkt-1')).toBeNull();
});

test.each([
  ['#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid', /has expired or was used/],
  ['#access_token=a.b.c&refresh_token=d&type=recovery', /./],
])('the link %s opens nothing and says so', async (fragment, words) => {
  renderRoute(routes, `/login${fragment}`);
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
  expect(screen.getByRole('link', { name: 'Go to the sign-in' }).getAttribute('href')).toBe('/login');
  expect(sessionStore.getState().status).toBe('anonymous');
});

test('a link does not replace the session of whoever is signed in', async () => {
  const { email } = await givenLink();
  const { link } = await givenLink();
  await signIn(email, 'vergessen-1');
  renderRoute(routes, link);
  expect((await screen.findByRole('alert')).textContent).toContain(`You are signed in as ${email}.`);
  expect(sessionStore.getState()).toMatchObject({ status: 'signed-in', user: { email } });
});

test('an address that was typed stays in each of the forms', async () => {
  renderRoute(routes, '/login');
  const email = async () => (await screen.findByLabelText<HTMLInputElement>('Email')).value;
  await email();
  fill('Email', 'vergessen@example.com');
  press('Forgot your password?');
  expect(await email()).toBe('vergessen@example.com');
  press('Sign in instead');
  press('Create an account');
  expect(await email()).toBe('vergessen@example.com');
});

test('other fragments ask for no new password', () => {
  renderRoute(routes, '/login#access_token=a&refresh_token=b&type=signup');
  expect(screen.getByRole('heading').textContent).toBe('Admin Login');
});

test('where the backend sends no mail, as the embedded one, the form says who helps', async () => {
  renderRoute(routes, '/login');
  press('Forgot your password?');
  fill('Email', 'vergessen@example.com');
  press('Send Link');
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /sends no mail\. Ask an operator to delete this account/,
  );
  press('Sign in instead');
  expect(screen.getByRole('heading').textContent).toBe('Admin Login');
});
