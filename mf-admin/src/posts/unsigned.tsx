import { plural } from '@ki/shared/format/plural.ts';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { Part } from '../kit/part.tsx';
import { type PostQuery, searchOf } from './model/post-list.ts';

/** Leads to the posts that a model wrote and nobody has signed off, and back to all. */
export function Unsigned({ query, count }: { readonly query: PostQuery; readonly count: number }) {
  if (count === 0 && !query.unsigned) return null;
  const other = searchOf({ ...query, unsigned: !query.unsigned, page: 1 });
  return (
    <Part title="AI, not signed off">
      <Cluster>
        <p>Nobody has signed off {plural(count, 'post', 'posts')} that AI wrote. Readers see a label there.</p>
        <ButtonLink to={other} variant="secondary" size="small">
          {query.unsigned ? 'Show All Posts' : 'Review'}
        </ButtonLink>
      </Cluster>
    </Part>
  );
}
