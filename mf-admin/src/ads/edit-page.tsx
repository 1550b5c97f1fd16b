import { Settled } from '@ki/shared/ui/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useLoaderData, useNavigate } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { RecordHistory } from '../records/history/record-history.tsx';
import { PageHead } from '../records/page-head.tsx';
import { ReadFailed } from '../records/read-failed.tsx';
import { AdForm } from './ad-form.tsx';
import { updateAd } from './data/update-ad.ts';
import type { EditAdData } from './edit-route.ts';

export function Component() {
  const { id, form } = useLoaderData<EditAdData>();
  const navigate = useNavigate();
  return (
    <>
      <PageHead title="Edit Ad" />
      <Settled key={id} value={form} loading={<Loading>Loading...</Loading>}>
        {(result) => {
          if (!result.ok) return <ReadFailed title="An error occurred" code={result.code} />;
          const { ad, offers } = result.data;
          return (
            <>
              <AdForm
                key={ad.updatedAt}
                record={`ads/${ad.id}`}
                values={ad.values}
                base={ad.updatedAt}
                offers={offers}
                save={(values, base) => asStaff((client) => updateAd(client, ad.id, values, base))}
                leave={() => void navigate(addresses.ads)}
              />
              <RecordHistory record={ad.id} />
            </>
          );
        }}
      </Settled>
    </>
  );
}
