import { Settled, type SettledProps } from '@ki/shared/ui/browser/settled.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import type { ReactNode } from 'react';
import { ReadFailed, type ReadResultProps } from './failures.tsx';

interface ReadListProps<Data, None> extends Pick<SettledProps<Data>, 'value'> {
  readonly none: None;
  readonly children: (data: Data | None) => ReactNode;
}

/** Shows the list that a loader reads; `none`, an empty one, below a failure. */
export const ReadList = <Data, None>({ value, none, children }: ReadListProps<Data, None>) => (
  <Settled value={value} loading={<Loading>Loading...</Loading>}>
    {(result) => (
      <Stack>
        {!result.ok && <ReadFailed />}
        {children(result.ok ? result.data : none)}
      </Stack>
    )}
  </Settled>
);

/** Shows what a loader reads beside the rest of a page, once it is there. */
export const ReadBeside = <Data,>({ value, children }: Omit<ReadResultProps<Data>, 'failed'>) => (
  <Settled value={value} loading={null}>
    {(result) => result.ok && children(result.data)}
  </Settled>
);
