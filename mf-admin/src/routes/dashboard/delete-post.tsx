import { useRevalidator } from 'react-router-dom';
import { DeleteButton } from '../../components/delete-button.tsx';
import { titleId } from '../../components/row-title.tsx';
import { asStaff } from '../../data/as-staff.ts';
import { deletePost } from '../../data/delete-post.ts';

export function DeletePost({ id, title }: { readonly id: string; readonly title: string }) {
  const { revalidate } = useRevalidator();
  return (
    <DeleteButton
      name={title}
      describedBy={titleId(id)}
      question="Are you sure you want to delete this post?"
      failure="Failed to delete post"
      onDelete={async () => {
        await asStaff((client) => deletePost(client, id));
        await revalidate();
      }}
    />
  );
}
