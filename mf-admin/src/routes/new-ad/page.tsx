import { paths } from '@ki/shared/contract/paths.ts';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Settled } from '@ki/shared/ui/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useLoaderData, useNavigate } from 'react-router-dom';
import { AdForm } from '../../components/ad-form/ad-form.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ReadFailed } from '../../components/read-failed.tsx';
import { asStaff } from '../../data/as-staff.ts';
import { createAd } from '../../data/create-ad.ts';
import { NEW_AD, type Offers } from '../../model/ad-form.ts';
import type { NewAdData } from './route.ts';

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
              leave={() => void navigate(paths.admin.ads)}
            />
          </Stack>
        )}
      </Settled>
    </>
  );
}
