import { Stack } from '@ki/shared/ui/layout.tsx';
import { Settled } from '@ki/shared/ui/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useLoaderData, useNavigate } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { PageHead } from '../records/page-head.tsx';
import { ReadFailed } from '../records/read-failed.tsx';
import { AdForm } from './ad-form.tsx';
import { NEW_AD, type Offers } from './data/ad-form.ts';
import { createAd } from './data/create-ad.ts';
import type { NewAdData } from './new-route.ts';

const NO_OFFERS: Offers = { workshops: [], courses: [] };

export function Component() {
  const { offers } = useLoaderData<NewAdData>();
  const navigate = useNavigate();
  return (
    <>
      <PageHead title="Create New Ad" />
      <Settled value={offers} loading={<Loading>Loading...</Loading>}>
        {(result) => (
          <Stack $gap={5}>
            {!result.ok && <ReadFailed title="Workshops and courses could not be loaded." />}
            <AdForm
              record="ads/new"
              values={NEW_AD}
              base={null}
              offers={result.ok ? result.data : NO_OFFERS}
              save={(values) => asStaff((client) => createAd(client, values))}
              leave={() => void navigate(addresses.ads)}
            />
          </Stack>
        )}
      </Settled>
    </>
  );
}
