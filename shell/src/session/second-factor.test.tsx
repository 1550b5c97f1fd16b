import { connect, staffClient } from '@ki/shared/data/clients.ts';
import { sessionStore, signIn, signOut, signUp } from '@ki/shared/session/session-store.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { codeOf, startSecondFactorBackend } from '@ki/shared/testing/second-factor-backend.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import {
  arrived,
  beAnonymous,
  fill,
  fillAccount,
  newAddress,
  PASSWORD,
  press,
  guardedRoutes as routes,
} from './testing/sign-in.tsx';

const { url, publishableKey: key } = inject('backend');
const EMAIL = newAddress();

let backend: Awaited<ReturnType<typeof startSecondFactorBackend>>;
let secret: string;

beforeAll(async () => {
  backend = await startSecondFactorBackend(url);
  connect({ url: backend.url, key });
  await signUp(EMAIL, PASSWORD);
  await signIn(EMAIL, PASSWORD);
  const { mfa } = (await staffClient()).auth;
  const { data } = await mfa.enroll({ factorType: 'totp' });
  secret = data?.totp.secret ?? '';
  await mfa.challengeAndVerify({ factorId: data?.id ?? '', code: codeOf(secret) });
  await signOut();
});
beforeEach(beAnonymous);
afterEach(signOut);
afterAll(() => backend.close());

const wrong = () => (codeOf(secret) === '000000' ? '111111' : '000000');

async function openWithPassword(address: string) {
  const view = renderRoute(routes, address);
  await screen.findByRole('heading', { name: 'Admin Login' });
  fillAccount(EMAIL, PASSWORD);
  press('Sign In');
  await screen.findByRole('heading', { name: 'Second Factor' });
  return view;
}

test('after the password an account with a second factor is asked for its code, and gets to its page', async () => {
  const { router } = await openWithPassword('/admin/ads?page=2');
  expect(sessionStore.getState().status).toBe('code-wanted');
  fill('Code', wrong());
  press('Verify');
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid TOTP code entered');
  expect(screen.queryByRole('heading', { name: 'Admin page' })).toBeNull();
  fill('Code', codeOf(secret));
  press('Verify');
  await arrived();
  expect(router.state.location.pathname + router.state.location.search).toBe('/admin/ads?page=2');
});

test('a session without the code opens no staff page', async () => {
  await signIn(EMAIL, PASSWORD);
  const { router } = renderRoute(routes, '/admin');
  await screen.findByRole('heading', { name: 'Second Factor' });
  expect(router.state.location.pathname).toBe('/login');
});

test('Sign Out leads back to the sign-in; stored drafts are named before they are deleted', async () => {
  await openWithPassword('/login');
  const draft = `ki-draft/${sessionStore.getState().user?.id}/posts/new`;
  press('Sign Out');
  await screen.findByRole('heading', { name: 'Admin Login' });
  localStorage.setItem(draft, JSON.stringify({ title: 'New Post: Hallo', values: {}, base: null }));
  fillAccount(EMAIL, PASSWORD);
  press('Sign In');
  await screen.findByRole('heading', { name: 'Second Factor' });
  expect(screen.getByText('New Post: Hallo')).toBeTruthy();
  press('Sign Out and Delete');
  await waitFor(() => expect(localStorage.getItem(draft)).toBeNull());
});

test('a mail with a link to a new password is asked for, which leads back to this page', async () => {
  renderRoute(routes, '/login?next=%2Fadmin%2Fads');
  press('Forgot your password?');
  expect(screen.getByRole('heading').textContent).toBe('Reset Password');
  fill('Email', EMAIL);
  press('Send Link');
  await screen.findByText('If this address has an account, a mail is on its way.');
  expect(backend.mails).toEqual([
    { email: EMAIL, redirectTo: new URL('/login?next=%2Fadmin%2Fads', location.origin).href },
  ]);
});

test('the link of the mail asks for the code, then for a new password', async () => {
  await signIn(EMAIL, PASSWORD);
  const { data } = await (await staffClient()).auth.getSession();
  const { access_token = '', refresh_token = '' } = data.session ?? {};
  beAnonymous();
  const fragment = new URLSearchParams({ access_token, refresh_token, type: 'recovery' });
  renderRoute(routes, `/login#${fragment}`);
  await screen.findByRole('heading', { name: 'Second Factor' });
  fill('Code', codeOf(secret));
  press('Verify');
  await screen.findByLabelText('New Password');
});
