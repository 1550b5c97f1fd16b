import { staffClient } from '@ki/shared/data/clients.ts';
import { sessionStore, signIn, signOut, signUp } from '@ki/shared/session/session-store.ts';
import { fireEvent, screen } from '@testing-library/react';
import { Guard } from '../../layout/frame.tsx';
import { LoginPage } from '../login-page.tsx';

export const PASSWORD = 'geheim-1';

const page = <h1>Admin page</h1>;
export const routes = [
  { path: '/login', Component: LoginPage },
  { path: '/admin/*', element: page },
];
export const guardedRoutes = [
  { path: '/login', Component: LoginPage },
  { path: '/admin/*', element: <Guard staffOnly>{page}</Guard> },
];

export const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

export function fillAccount(email: string, password: string): void {
  fill('Email', email);
  fill('Password', password);
}

export const arrived = () => screen.findByRole('heading', { name: 'Admin page' });

export const newAddress = () => `eingeladen-${crypto.randomUUID().slice(0, 8)}@example.com`;

/** A staff account for each test file: a sign-out ends the account's sessions in other tests too. */
export const STAFF = newAddress();

export const beAnonymous = () => sessionStore.setState({ status: 'anonymous', user: null }, true);

export async function leave(): Promise<void> {
  await signOut();
  beAnonymous();
}

async function asStaff<T>(run: (client: Awaited<ReturnType<typeof staffClient>>) => PromiseLike<T>): Promise<T> {
  await signIn(STAFF, PASSWORD);
  const answer = await run(await staffClient());
  await leave();
  return answer;
}

/** Invites an address, signs out, and returns the token of the invitation. */
export const invite = (address: string): Promise<string> =>
  asStaff(async (client) => {
    const { data } = await client.rpc('invite_colleague', { address, remark: '' }).throwOnError();
    return data;
  });

/** Creates an account without rights: sign-up of the demo is open, so that each new account is staff first. */
export async function givenOutsider(address = newAddress()): Promise<string> {
  await signUp(address, PASSWORD);
  await asStaff(async (client) => {
    const { data } = await client.rpc('read_accounts', { skip: 0, take: 1000 }).throwOnError();
    const { staff } = data as { staff: { id: string; email: string }[] };
    const account = staff.find(({ email }) => email === address)?.id ?? '';
    await client.rpc('remove_staff', { account }).throwOnError();
  });
  return address;
}
