import type { FailureCode } from '@ki/shared/contract/result.ts';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { useRevalidator } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { PageHead } from './page-head.tsx';

interface ReadFailedProps {
  readonly title?: string;
  readonly code?: FailureCode;
}

export function ReadFailed({ title = 'The data could not be loaded.', code }: ReadFailedProps) {
  const { revalidate, state } = useRevalidator();
  if (code === 'not_found') {
    return (
      <Notice tone="error" title={title}>
        It does not exist, or does not exist any more.
      </Notice>
    );
  }
  return (
    <Notice tone="error" title={title} onRetry={revalidate} retryLabel="Try again" retrying={state !== 'idle'}>
      Please try again in a moment.
    </Notice>
  );
}

/** A page that has nothing but its heading to show. */
export const PageFailed = ({ heading, ...failure }: ReadFailedProps & { readonly heading: string }) => (
  <>
    <PageHead title={heading} />
    <ReadFailed {...failure} />
  </>
);

export const NotFound = () => (
  <>
    <PageHead title="Page not found" />
    <EmptyState
      text="There is nothing at this address."
      action={<ButtonLink to={addresses.dashboard}>Dashboard</ButtonLink>}
    />
  </>
);
