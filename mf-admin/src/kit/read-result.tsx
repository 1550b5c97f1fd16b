import type { Result } from '@ki/shared/contract/result.ts';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import type { ReactNode } from 'react';
import { ReadFailed } from './failures.tsx';

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
