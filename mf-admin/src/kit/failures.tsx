import type { FailureCode, Result } from '@ki/shared/contract/result.ts';
import { DataError } from '@ki/shared/data/errors.ts';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router-dom';
import { PageHead } from './page-head.tsx';

export const Failure = ({ text, reason }: { readonly text: string; readonly reason: ReactNode }) => (
  <Notice tone="error" title={reason === null ? undefined : text}>
    {reason ?? text}
  </Notice>
);

/** The text of a failed operation, and the reason if the browser got no answer. */
export const FailureNotice = ({ error, text }: { readonly error: unknown; readonly text: string }) => (
  <Failure text={text} reason={error instanceof DataError && error.hint === 'no_answer' ? error.message : null} />
);

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

interface ReadResultProps<Data> {
  readonly value: Promise<Result<Data>>;
  readonly children: (data: Data) => ReactNode;
}

/** Shows what a loader reads, or that it failed. */
export const ReadResult = <Data,>({ value, children }: ReadResultProps<Data>) => (
  <Settled value={value} loading={<Loading>Loading...</Loading>}>
    {(result) => (result.ok ? children(result.data) : <ReadFailed />)}
  </Settled>
);
