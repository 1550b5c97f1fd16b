import { Settled } from '@ki/shared/ui/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useLoaderData, useNavigate } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { RecordHistory } from '../records/history/record-history.tsx';
import { PageHead } from '../records/page-head.tsx';
import { ReadFailed } from '../records/read-failed.tsx';
import { PostForm } from './components/post-form.tsx';
import { updatePost } from './data/update-post.ts';
import type { EditPostData } from './edit-route.ts';

export function Component() {
  const { id, form } = useLoaderData<EditPostData>();
  const navigate = useNavigate();
  return (
    <>
      <PageHead title="Edit Post" />
      <Settled key={id} value={form} loading={<Loading>Loading...</Loading>}>
        {(result) => {
          if (!result.ok) return <ReadFailed title="Failed to load post" code={result.code} />;
          const { post, categories } = result.data;
          return (
            <>
              <PostForm
                key={post.updatedAt}
                record={`posts/${post.id}`}
                values={post.values}
                base={post.updatedAt}
                categories={categories}
                save={(values, base) => asStaff((client) => updatePost(client, post, values, base))}
                leave={() => void navigate(addresses.dashboard)}
              />
              <RecordHistory record={post.id} />
            </>
          );
        }}
      </Settled>
    </>
  );
}
