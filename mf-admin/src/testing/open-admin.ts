import { sessionStore, signIn } from '@ki/shared/session/session-store.ts';
import { newText } from '@ki/shared/testing/given.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished } from 'vitest';
import { remote } from '../module.ts';

const STORAGES = [sessionStorage, localStorage];

const inputIn = (storage: Storage) => Object.keys(storage).filter((key) => key.startsWith('ki-draft'));

export const storedInput = () => STORAGES.flatMap(inputIn);

function forgetInput(): void {
  for (const storage of STORAGES) for (const key of inputIn(storage)) storage.removeItem(key);
}

/** The demo administrator is an operator, too. */
export async function signInAdmin(): Promise<void> {
  if (sessionStore.getState().status === 'signed-in') return;
  const error = await signIn('admin@example.com', 'lernen-mit-ki');
  if (error !== null) throw new Error(error);
}

/** Opens a page as the demo administrator. Unsaved input is removed when the test ends. */
export async function openAdmin(address: string) {
  await signInAdmin();
  onTestFinished(forgetInput);
  const view = renderRoute(remote.routes, address);
  return { ...view, user: userEvent.setup(), path: () => view.router.state.location.pathname };
}

/** `Control`: what the field is, such as a text area. */
export const field = <Control extends HTMLElement = HTMLInputElement>(label: string) =>
  screen.findByLabelText<Control>(label);

export const fill = async (label: string, value: string) => fireEvent.change(await field(label), { target: { value } });

export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** The row of a table, of a list or of a grid, by a text in it. */
export async function rowOf(text: string): Promise<HTMLElement> {
  const row = (await screen.findByText(text)).closest<HTMLElement>('tr, li, article');
  if (!row) throw new Error(`“${text}” is in no row`);
  return row;
}

export const textsOf = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent);

export const buttonIn = (row: HTMLElement, name: string): HTMLElement =>
  within(row).getAllByRole('button', { name })[0] as HTMLElement;

/** Presses a button that leads to another page. */
export async function submit(path: () => string, name: string, address: string): Promise<void> {
  press(name);
  await waitFor(() => expect(path()).toBe(address));
}

/** The zone of the tests may be another one than the site's. */
export const DRAFT_SAVED = /^Draft saved at \d\d:\d\d(?: \(Zurich\))?\./;

/** Saves a draft; the form stays. */
export async function pressSaveDraft(): Promise<void> {
  press('Save Draft');
  expect(await screen.findByText(DRAFT_SAVED)).toBeTruthy();
}

/** Opens the form of a new post. A post with the returned slug is removed after the test. */
export async function openNewPost() {
  const slug = newText('posts', 'slug', 'neu-');
  return { ...(await openAdmin('/admin/posts/new')), slug };
}

export async function fillNewPost(slug: string): Promise<void> {
  await fill('Title', 'Ein Titel');
  await fill('Slug', slug);
  await fill('Content', '## Hallo\n\nText');
}
