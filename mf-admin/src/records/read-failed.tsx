import type { FailureCode } from '@ki/shared/contract/result.ts';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useRevalidator } from 'react-router-dom';

export interface ReadFailedProps {
  readonly title?: string;
  readonly code?: FailureCode;
}

/** The data could not be read: says so, and offers to ask again where that may help. */
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
