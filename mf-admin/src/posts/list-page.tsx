import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { PlusIcon } from '@ki/shared/ui/icons.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Settled } from '@ki/shared/ui/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useLoaderData } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import type { Page } from '../records/data/records.ts';
import { PageHead } from '../records/page-head.tsx';
import { ReadFailed } from '../records/read-failed.tsx';
import type { DashboardData } from './list-loader.ts';
import type { PostRow } from './model/post.ts';
import { PostList } from './post-list.tsx';

const NOTHING: Page<PostRow> = { rows: [], total: 0 };

export function Component() {
  const { query, page } = useLoaderData<DashboardData>();
  return (
    <>
      <PageHead
        title="Dashboard"
        subtitle="All posts: drafts, scheduled and published"
        action={
          <ButtonLink to={addresses.newPost} icon={<PlusIcon size={18} />}>
            New Post
          </ButtonLink>
        }
      />
      <Settled value={page} loading={<Loading>Loading...</Loading>}>
        {(result) => (
          <Stack>
            {!result.ok && <ReadFailed />}
            <PostList query={query} page={result.ok ? result.data : NOTHING} />
          </Stack>
        )}
      </Settled>
    </>
  );
}
