import type { FailureCode } from '@ki/shared/contract/result.ts';
import { DataError } from '@ki/shared/data/errors.ts';
import { Settled, type SettledProps } from '@ki/shared/ui/browser/settled.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router-dom';
import { PageHead } from './page-head.tsx';
import { errorText, failureText } from './use-operation.ts';

export const Failure = ({ text, reason }: { readonly text: string; readonly reason: ReactNode }) => (
  <Notice tone="error" title={reason === null ? undefined : text}>
    {reason ?? text}
  </Notice>
);

/** The text of a failed operation or, but for a denial, `otherwise`; and the reason if the browser got no answer. */
export function FailureNotice({ error, otherwise }: { readonly error: unknown; readonly otherwise?: string }) {
  const hasNoAnswer = error instanceof DataError && error.hint === 'no_answer';
  const text = otherwise === undefined ? errorText(error) : failureText(error, otherwise);
  return <Failure text={text} reason={hasNoAnswer ? error.message : null} />;
}

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

export interface ReadResultProps<Data> extends Pick<SettledProps<Data>, 'value'> {
  readonly failed?: (code: FailureCode) => ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** Shows what a loader reads, or that it failed. */
export const ReadResult = <Data,>({ value, failed = () => <ReadFailed />, children }: ReadResultProps<Data>) => (
  <Settled value={value} loading={<Loading>Loading...</Loading>}>
    {(result) => (result.ok ? children(result.data) : failed(result.code))}
  </Settled>
);
