import { shortDate } from '@ki/shared/format/dates.ts';
import { Link } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { Part } from '../kit/part.tsx';
import type { PublicationRequest } from '../versions/data/editing.ts';

const EDIT: Readonly<Record<string, (record: { readonly id: string }) => string>> = {
  posts: addresses.editPost,
  pages: addresses.editPage,
  courses: addresses.editCourse,
  workshops: addresses.editWorkshop,
  ads: addresses.editAd,
};

/** What waits for a publisher; others see their own requests. */
export function Waiting({ requests }: { readonly requests: readonly PublicationRequest[] }) {
  if (requests.length === 0) return null;
  return (
    <Part title="Waiting for publication">
      <ul>
        {requests.map(({ kind, record, title, requested_at: at, requested_by: by }) => (
          <li key={record}>
            <Link to={EDIT[kind]?.({ id: record }) ?? addresses.dashboard}>{title}</Link>, asked by {by} on{' '}
            {shortDate(at)}
          </li>
        ))}
      </ul>
    </Part>
  );
}
