import { useLocation, useNavigate } from 'react-router-dom';
import { WORKSHOP } from '../../model/workshop.ts';

/** Opens and closes the details of a workshop by the address, so that they can be shared and Back closes them. */
export function useDetailsAddress() {
  const navigate = useNavigate();
  const { search, state } = useLocation();

  function open(id: string): void {
    const address = new URLSearchParams(search);
    address.set(WORKSHOP, id);
    navigate({ search: `?${address}` }, { preventScrollReset: true, state: { openedHere: true } });
  }

  function close(): void {
    // The list lies one step back if the details were opened there: no second entry for it.
    if ((state as { openedHere?: boolean } | null)?.openedHere) return void navigate(-1);
    // A form that was sent names its empty fields, too.
    const address = new URLSearchParams([...new URLSearchParams(search)].filter(([, value]) => value !== ''));
    address.delete(WORKSHOP);
    navigate({ search: address.toString() }, { preventScrollReset: true, replace: true });
  }

  return { open, close };
}
