import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { EmptyState } from '@ki/shared/ui/empty-state.tsx';
import { PlusIcon } from '@ki/shared/ui/icons.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Settled } from '@ki/shared/ui/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useLoaderData } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { PageHead } from '../records/page-head.tsx';
import { ReadFailed } from '../records/read-failed.tsx';
import { DataTable } from '../records/table/data-table.tsx';
import { Pages } from '../records/table/pages.tsx';
import { adColumns } from './ad-columns.tsx';
import type { AdPage } from './data/list-ads.ts';
import type { AdsData } from './list-route.ts';

const NOTHING: AdPage = { ads: [], total: 0 };

export function Component() {
  const { page, list } = useLoaderData<AdsData>();
  return (
    <>
      <PageHead
        title="Ads Management"
        subtitle="Manage advertisement banners"
        action={
          <ButtonLink to={addresses.newAd} icon={<PlusIcon size={18} />}>
            New Ad
          </ButtonLink>
        }
      />
      <Settled value={list} loading={<Loading>Loading...</Loading>}>
        {(result) => (
          <Stack>
            {!result.ok && <ReadFailed />}
            <AdList page={page} list={result.ok ? result.data : NOTHING} />
          </Stack>
        )}
      </Settled>
    </>
  );
}

function AdList({ page, list }: { readonly page: number; readonly list: AdPage }) {
  if (list.ads.length === 0 && page === 1) {
    return (
      <EmptyState
        text="No ads yet"
        action={
          <ButtonLink to={addresses.newAd} variant="secondary">
            Create Your First Ad
          </ButtonLink>
        }
      />
    );
  }
  return (
    <>
      {list.ads.length > 0 && <DataTable label="Ads" columns={adColumns} rows={list.ads} />}
      <Pages page={page} total={list.total} linkTo={(to) => (to > 1 ? `?page=${to}` : '?')} />
    </>
  );
}
