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

/** Opens an admin page as the demo administrator. What the test typed is forgotten when it ends. */
export async function openAdmin(address: string) {
  if (sessionStore.getState().status !== 'signed-in') {
    const refusal = await signIn('admin@example.com', 'lernen-mit-ki');
    if (refusal !== null) throw new Error(refusal);
  }
  onTestFinished(forgetDrafts);
  const view = renderRoute(remote.routes, address);
  return { ...view, user: userEvent.setup(), path: () => view.router.state.location.pathname };
}
