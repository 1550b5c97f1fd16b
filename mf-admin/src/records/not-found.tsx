import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { EmptyState } from '@ki/shared/ui/empty-state.tsx';
import { addresses } from '../addresses.ts';
import { PageHead } from './page-head.tsx';

/** An address below /admin that does not exist. */
export function NotFound() {
  return (
    <>
      <PageHead title="Page not found" />
      <EmptyState
        text="There is nothing at this address."
        action={<ButtonLink to={addresses.dashboard}>Dashboard</ButtonLink>}
      />
    </>
  );
}
