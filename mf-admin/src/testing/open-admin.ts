import { sessionStore, signIn } from '@ki/shared/session/session-store.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import userEvent from '@testing-library/user-event';
import { onTestFinished } from 'vitest';
import { remote } from '../module.ts';

const STORAGES = [sessionStorage, localStorage];

const draftsIn = (storage: Storage) => Object.keys(storage).filter((key) => key.startsWith('ki-draft'));

/** Unsaved input that this browser keeps. */
export const keptDrafts = () => STORAGES.flatMap(draftsIn);

function forgetDrafts(): void {
  for (const storage of STORAGES) for (const key of draftsIn(storage)) storage.removeItem(key);
}

/** Signs in as the demo administrator, who is an operator, too. */
export async function signInAdmin(): Promise<void> {
  if (sessionStore.getState().status === 'signed-in') return;
  const refusal = await signIn('admin@example.com', 'lernen-mit-ki');
  if (refusal !== null) throw new Error(refusal);
}

/** Opens an admin page as the demo administrator. What the test typed is forgotten when it ends. */
export async function openAdmin(address: string) {
  await signInAdmin();
  onTestFinished(forgetDrafts);
  const view = renderRoute(remote.routes, address);
  return { ...view, user: userEvent.setup(), path: () => view.router.state.location.pathname };
}
