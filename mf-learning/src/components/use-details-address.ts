import { queryKeys } from '@ki/shared/contract/list-page.ts';
import { useLocation, useNavigate } from 'react-router-dom';

/** The dialog follows the address, so that it can be shared and Back closes it. */
export function useDetailsAddress() {
  const navigate = useNavigate();
  const { search, state } = useLocation();

  function open(id: string): void {
    const address = new URLSearchParams(search);
    address.set(queryKeys.workshop, id);
    navigate({ search: `?${address}` }, { preventScrollReset: true, state: { openedHere: true } });
  }

  function close(): void {
    // Opened from the list, which is one step back in the history.
    if ((state as { openedHere?: boolean } | null)?.openedHere) return void navigate(-1);
    // A submitted form also sends its empty fields.
    const address = new URLSearchParams([...new URLSearchParams(search)].filter(([, value]) => value !== ''));
    address.delete(queryKeys.workshop);
    navigate({ search: address.toString() }, { preventScrollReset: true, replace: true });
  }

  return { open, close };
}
