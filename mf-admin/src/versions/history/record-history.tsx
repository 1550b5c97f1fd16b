import { Button } from '@ki/shared/ui/button.tsx';
import { ClockIcon } from '@ki/shared/ui/icons.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { color, size, space } from '@ki/shared/ui/theme.ts';
import { lazy, Suspense, useId, useState } from 'react';
import styled from 'styled-components';
import { besideText } from '../../kit/only-text.ts';

const HistoryList = lazy(async () => ({
  default: (await import(/* webpackChunkName: "admin-history" */ './history-list.tsx')).HistoryList,
}));

const Frame = styled(Stack)`
  margin-block-start: ${space[6]};
  padding-block-start: ${space[5]};
  border-block-start: 1px solid ${color.line};
  ${besideText}

  h2 {
    font-size: ${size.h3};
  }
`;

export function RecordHistory({ record, hasParts = false }: { readonly record: string; readonly hasParts?: boolean }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Frame as="section" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>History</h2>
      <div>
        <Button
          variant="secondary"
          icon={<ClockIcon size={18} />}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide history' : 'Show history'}
        </Button>
      </div>
      <div id={id}>
        {open && (
          <Suspense fallback={<Loading>Loading...</Loading>}>
            <HistoryList key={record} record={record} hasParts={hasParts} />
          </Suspense>
        )}
      </div>
    </Frame>
  );
}
