import { Button } from '@ki/shared/ui/button.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useRevalidator } from 'react-router-dom';
import { asStaff } from '../kit/data/as-staff.ts';
import { errorText, useOperation } from '../kit/use-operation.ts';
import { dismissOffer, type Offer, takeOffer } from './data/links.ts';

function Offered({ offer }: { readonly offer: Offer }) {
  const { revalidate } = useRevalidator();
  const { run, busy, failed, error } = useOperation(async (answer: typeof takeOffer) => {
    await asStaff((client) => answer(client, offer));
    await revalidate();
  });
  const look = { size: 'small', busy } as const;
  return (
    <Notice
      action={
        <Cluster $gap={2}>
          <Button {...look} onClick={() => void run(takeOffer)}>
            Add
          </Button>
          <Button {...look} variant="secondary" onClick={() => void run(dismissOffer)}>
            Dismiss
          </Button>
        </Cluster>
      }
    >
      {offer.remote} offers {offer.address} “{offer.label}” for the {offer.place}.
      {failed && <strong role="alert"> {errorText(error)}</strong>}
    </Notice>
  );
}

/** Links that remotes offered when they were published. */
export const Offers = ({ offers }: { readonly offers: readonly Offer[] }) => (
  <Stack $gap={3} as="section" aria-label="Offered links">
    {offers.map((offer) => (
      <Offered key={offer.remote + offer.address} offer={offer} />
    ))}
  </Stack>
);
