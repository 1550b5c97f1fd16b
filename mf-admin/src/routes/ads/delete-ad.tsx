import { useRevalidator } from 'react-router-dom';
import { DeleteButton } from '../../components/delete-button.tsx';
import { titleId } from '../../components/row-title.tsx';
import { asStaff } from '../../data/as-staff.ts';
import { deleteAd } from '../../data/delete-ad.ts';
import type { AdRow } from '../../model/ad.ts';

export function DeleteAd({ ad }: { readonly ad: AdRow }) {
  const { revalidate } = useRevalidator();
  return (
    <DeleteButton
      name={ad.title}
      describedBy={titleId(ad.id)}
      question="Are you sure you want to delete this ad?"
      failure="An error occurred"
      onDelete={async () => {
        await asStaff((client) => deleteAd(client, ad.id));
        await revalidate();
      }}
    />
  );
}
