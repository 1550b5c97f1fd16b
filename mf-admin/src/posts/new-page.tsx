import { useSession } from '@ki/shared/session/use-session.ts';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Settled } from '@ki/shared/ui/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useLoaderData, useNavigate } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { PageHead } from '../records/page-head.tsx';
import { ReadFailed } from '../records/read-failed.tsx';
import { PostForm } from './components/post-form.tsx';
import { createPost } from './data/create-post.ts';
import { NEW_POST } from './model/post-form.ts';
import type { NewPostData } from './new-route.ts';

export function Component() {
  const { categories } = useLoaderData<NewPostData>();
  const { user } = useSession();
  const navigate = useNavigate();
  return (
    <>
      <PageHead title="New Post" />
      <Settled value={categories} loading={<Loading>Loading...</Loading>}>
        {(result) => (
          <Stack $gap={5}>
            {!result.ok && <ReadFailed title="The categories could not be loaded." />}
            <PostForm
              record="posts/new"
              values={NEW_POST}
              base={null}
              categories={result.ok ? result.data : []}
              save={(values) => asStaff((client) => createPost(client, values, user?.name ?? ''))}
              leave={() => void navigate(addresses.dashboard)}
            />
          </Stack>
        )}
      </Settled>
    </>
  );
}
