import { Stack } from '@ki/shared/ui/layout.tsx';
import { Settled } from '@ki/shared/ui/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useLoaderData, useNavigate } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { PageHead } from '../records/page-head.tsx';
import { ReadFailed } from '../records/read-failed.tsx';
import { createWorkshop } from './data/create-workshop.ts';
import { NEW_WORKSHOP } from './data/workshop.ts';
import type { NewWorkshopData } from './new-route.ts';
import { WorkshopForm } from './workshop-form.tsx';

export function Component() {
  const { categories } = useLoaderData<NewWorkshopData>();
  const navigate = useNavigate();
  return (
    <>
      <PageHead title="New Workshop" />
      <Settled value={categories} loading={<Loading>Loading...</Loading>}>
        {(result) => (
          <Stack $gap={5}>
            {!result.ok && <ReadFailed title="The categories could not be loaded." />}
            <WorkshopForm
              record="workshops/new"
              values={NEW_WORKSHOP}
              base={null}
              categories={result.ok ? result.data : []}
              save={(values) => asStaff((client) => createWorkshop(client, values))}
              leave={() => void navigate(addresses.workshops)}
            />
          </Stack>
        )}
      </Settled>
    </>
  );
}
