import { connect } from '@ki/shared/data/clients.ts';
import { sessionStore, signIn, signOut, signUp } from '@ki/shared/session/session-store.ts';
import { codeOf, startSecondFactorBackend } from '@ki/shared/testing/second-factor-backend.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { loseFreshSignIn } from '../testing/given-role.ts';
import { counting, endingSession, holding } from '../testing/network.ts';
import { openAdmin } from '../testing/open-admin.ts';
import { expectRefusedAt, makeReadable, makeUnreadable } from '../testing/unreadable.ts';

const { url, publishableKey: key } = inject('backend');
const PASSWORD = 'geheim-1';

let backend: Awaited<ReturnType<typeof startSecondFactorBackend>>;
beforeAll(async () => {
  backend = await startSecondFactorBackend(url);
  connect({ url: backend.url, key });
});
afterEach(async () => {
  await signOut();
});
afterAll(() => backend.close());

/** Signs in with a new staff account, at a backend that has second factors. */
async function givenAccount(): Promise<void> {
  const email = `faktor-${crypto.randomUUID().slice(0, 8)}@example.com`;
  expect(await signUp(email, PASSWORD)).toBeNull();
  expect(await signIn(email, PASSWORD)).toBeNull();
}

type User = Awaited<ReturnType<typeof openAdmin>>['user'];

async function begin(user: User): Promise<string> {
  await user.click(await screen.findByRole('button', { name: 'Add Authenticator App' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Add Authenticator App' }));
  const { value } = await screen.findByLabelText<HTMLInputElement>('Secret');
  return value;
}

test('Editor can add an authenticator app by its picture or secret, with a first code; a wrong one is refused, one typed meanwhile stays', async () => {
  await givenAccount();
  const { user } = await openAdmin('/admin/accounts');
  const secret = await begin(user);
  const picture = screen.getByRole<HTMLImageElement>('img', { name: 'QR code of the secret' });
  expect(picture.src).toMatch(/^data:image\/svg\+xml/);
  const code = screen.getByLabelText<HTMLInputElement>('Code');
  const sent = counting('POST', 'verify');
  const type = (value: string) => fireEvent.change(code, { target: { value } });
  type('12345');
  code.focus();
  await user.keyboard('{Enter}');
  await expectRefusedAt(code, 'Six digits');
  makeUnreadable(code);
  await user.click(screen.getByRole('button', { name: 'Turn On' }));
  await expectRefusedAt(code, 'This cannot be read');
  makeReadable(code);
  await user.keyboard('{Control>}s{/Control}{Meta>}s{/Meta}');
  expect(sent()).toBe(0);
  const wrong = codeOf(secret) === '000000' ? '111111' : '000000';
  type(wrong);
  const release = holding('POST', 'verify');
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Turn On' }).getAttribute('aria-disabled')).toBe('true');
  type(codeOf(secret));
  release();
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid TOTP code entered');
  expect(code.value).toBe(codeOf(secret));
  await user.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Remove Second Factor' });
  expect(sessionStore.getState()).toMatchObject({ status: 'signed-in', user: { factor: expect.any(String) } });
});

test('a session that ends before the code is checked ends as elsewhere; the code stays', async () => {
  await givenAccount();
  const { user } = await openAdmin('/admin/accounts');
  const secret = await begin(user);
  const code = screen.getByLabelText<HTMLInputElement>('Code');
  await user.type(code, codeOf(secret));
  endingSession('POST', 'challenge');
  await user.keyboard('{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('An error occurred');
  expect(sessionStore.getState()).toMatchObject({ status: 'anonymous', ended: 'by-itself' });
  expect(code.value).toMatch(/^\d{6}$/);
});

test('with an old sign-in adding asks for the password, and removing for password and code; Editor can cancel, and begin anew', async () => {
  await givenAccount();
  const { user, path } = await openAdmin('/admin/accounts');
  await user.click(await screen.findByRole('button', { name: 'Add Authenticator App' }));
  await loseFreshSignIn(backend.originalOf);
  const adding = within(await screen.findByRole('dialog'));
  await user.click(adding.getByRole('button', { name: 'Add Authenticator App' }));
  await user.type(await adding.findByLabelText('Your password'), PASSWORD);
  expect(adding.queryByLabelText('Your code')).toBeNull();
  await user.click(adding.getByRole('button', { name: 'Add Authenticator App' }));
  const { value: first } = await screen.findByLabelText<HTMLInputElement>('Secret');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  const secret = await begin(user);
  expect(secret).not.toBe(first);
  await user.type(screen.getByLabelText('Code'), codeOf(secret));
  await user.click(screen.getByRole('button', { name: 'Turn On' }));

  await user.click(await screen.findByRole('button', { name: 'Remove Second Factor' }));
  await loseFreshSignIn(backend.originalOf);
  const removing = within(await screen.findByRole('dialog'));
  const remove = () => user.click(removing.getByRole('button', { name: 'Remove Second Factor' }));
  await remove();
  await user.type(await removing.findByLabelText('Your password'), PASSWORD);
  const code = await removing.findByLabelText('Your code');
  await user.type(code, codeOf(secret) === '000000' ? '111111' : '000000');
  await remove();
  expect((await removing.findByRole('alert')).textContent).toBe('Invalid TOTP code entered');
  expect(sessionStore.getState().status).toBe('signed-in');
  await user.clear(code);
  await user.type(code, codeOf(secret));
  await remove();
  await screen.findByRole('button', { name: 'Add Authenticator App' });
  expect(path()).toBe('/admin/accounts');
  await waitFor(() => expect(sessionStore.getState()).toMatchObject({ user: { factor: undefined } }));
});
