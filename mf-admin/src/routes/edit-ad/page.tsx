import { paths } from '@ki/shared/contract/paths.ts';
import { Settled } from '@ki/shared/ui/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useLoaderData, useNavigate } from 'react-router-dom';
import { AdForm } from '../../components/ad-form/ad-form.tsx';
import { RecordHistory } from '../../components/history/record-history.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ReadFailed } from '../../components/read-failed.tsx';
import { asStaff } from '../../data/as-staff.ts';
import { updateAd } from '../../data/update-ad.ts';
import type { EditAdData } from './route.ts';

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
                leave={() => void navigate(paths.admin.ads)}
              />
              <RecordHistory record={ad.id} />
            </>
          );
        }}
      </Settled>
    </>
  );
}
