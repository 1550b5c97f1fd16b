import type { Result } from '@ki/shared/contract/result.ts';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { type ReactNode, useEffect } from 'react';
import { useFetcher } from 'react-router-dom';

interface LoadedProps<Data> {
  readonly address: string;
  /** The title of a failed load. */
  readonly failure: string;
  readonly children: (data: Data) => ReactNode;
}

/** Shows what the router's fetcher loads on opening, and revalidates after saves. */
export function Loaded<Data>({ address, failure, children }: LoadedProps<Data>) {
  const { data: result, load } = useFetcher<Result<Data>>({ key: address });
  useEffect(() => void load(address), [load, address]);
  if (!result) return <Loading>Loading...</Loading>;
  if (result.ok) return children(result.data);
  return (
    <Notice tone="error" title={failure} onRetry={() => void load(address)} retryLabel="Try again">
      Please try again in a moment.
    </Notice>
  );
}
