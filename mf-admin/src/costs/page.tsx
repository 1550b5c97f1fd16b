import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useLoaderData } from 'react-router-dom';
import { ReadFailed } from '../records/failures.tsx';
import { PageHead } from '../records/page-head.tsx';
import { Months, People } from './cost-tables.tsx';
import type { CostsData } from './data/costs.ts';
import type { Costs } from './model/costs.ts';
import { Prices } from './prices.tsx';

export function Component() {
  const { page, costs } = useLoaderData<CostsData>();
  return (
    <>
      <PageHead title="AI Costs" subtitle="Calls, tokens and money of the last 13 months" />
      <Settled value={costs} loading={<Loading>Loading...</Loading>}>
        {(result) => (result.ok ? <CostsView page={page} costs={result.data} /> : <ReadFailed />)}
      </Settled>
    </>
  );
}

const CostsView = ({ page, costs }: { readonly page: number; readonly costs: Costs }) => (
  <Stack $gap={6}>
    {costs.month === null ? (
      <EmptyState text="No AI calls yet" />
    ) : (
      <>
        <Months costs={costs} />
        <People costs={costs} month={costs.month} page={page} />
      </>
    )}
    <Prices costs={costs} />
  </Stack>
);
