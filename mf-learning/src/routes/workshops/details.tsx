import { Dialog } from '@ki/shared/ui/dialog.tsx';
import { ReadFailed } from '@ki/shared/ui/read-failed.tsx';
import { Settled } from '@ki/shared/ui/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useLoaderData } from 'react-router-dom';
import { useDetailsAddress } from '../../components/workshop/use-details-address.ts';
import { WorkshopDetails } from '../../components/workshop/workshop-details.tsx';
import { WORKSHOP } from '../../model/workshop.ts';
import type { DetailsData } from './loader.ts';

const LOADING = <Loading lang="en">Loading...</Loading>;

/** The button of the list that opens a workshop. */
const detailsButton = (id: string | null) =>
  [...document.getElementsByName(WORKSHOP)].find((button) => button.getAttribute('value') === id);

/** The dialog of the workshop that the address names. */
export function Component() {
  const { id, workshop } = useLoaderData<DetailsData>();
  const { close } = useDetailsAddress();
  const title = workshop && (
    <Settled value={workshop} loading="Workshop">
      {(result) => (result.ok ? result.data.title : 'Workshop')}
    </Settled>
  );
  const details = workshop && (
    <Settled key={id} value={workshop} loading={LOADING}>
      {(result) =>
        result.ok ? (
          <WorkshopDetails workshop={result.data} />
        ) : (
          <>
            <p>Diesen Workshop gibt es nicht oder nicht mehr.</p>
            {result.code !== 'not_found' && <ReadFailed />}
          </>
        )
      }
    </Settled>
  );
  return (
    <Dialog open={workshop !== null} onClose={close} title={title} opener={() => detailsButton(id)}>
      {details}
    </Dialog>
  );
}
