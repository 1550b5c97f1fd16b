import { Settled } from '@ki/shared/ui/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useLoaderData, useNavigate } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { RecordHistory } from '../records/history/record-history.tsx';
import { PageHead } from '../records/page-head.tsx';
import { ReadFailed } from '../records/read-failed.tsx';
import { updateWorkshop } from './data/update-workshop.ts';
import type { EditWorkshopData } from './edit-route.ts';
import { WorkshopForm } from './workshop-form.tsx';

export function Component() {
  const { id, form } = useLoaderData<EditWorkshopData>();
  const navigate = useNavigate();
  return (
    <>
      <PageHead title="Edit Workshop" />
      <Settled key={id} value={form} loading={<Loading>Loading...</Loading>}>
        {(result) => {
          if (!result.ok) return <ReadFailed title="Failed to load workshop" code={result.code} />;
          const { workshop, categories } = result.data;
          return (
            <>
              <WorkshopForm
                key={workshop.updatedAt}
                record={`workshops/${workshop.id}`}
                values={workshop.values}
                base={workshop.updatedAt}
                categories={categories}
                save={(values, base) => asStaff((client) => updateWorkshop(client, workshop, values, base))}
                leave={() => void navigate(addresses.workshops)}
              />
              <RecordHistory record={workshop.id} />
            </>
          );
        }}
      </Settled>
    </>
  );
}
