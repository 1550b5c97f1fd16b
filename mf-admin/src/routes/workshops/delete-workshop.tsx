import { useRevalidator } from 'react-router-dom';
import { DeleteButton } from '../../components/delete-button.tsx';
import { titleId } from '../../components/row-title.tsx';
import { asStaff } from '../../data/as-staff.ts';
import { deleteWorkshop } from '../../data/delete-workshop.ts';
import type { WorkshopRow } from '../../model/workshop.ts';

export function DeleteWorkshop({ workshop }: { readonly workshop: WorkshopRow }) {
  const { revalidate } = useRevalidator();
  return (
    <DeleteButton
      name={workshop.title}
      describedBy={titleId(workshop.id)}
      question="Are you sure you want to delete this workshop?"
      failure="Failed to delete workshop"
      onDelete={async () => {
        await asStaff((client) => deleteWorkshop(client, workshop.id));
        await revalidate();
      }}
    />
  );
}
