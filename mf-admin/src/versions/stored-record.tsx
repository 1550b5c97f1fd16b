import { Link } from 'react-router-dom';
import styled from 'styled-components';

export interface StoredRecord {
  readonly title: string;
  /** Such as `was created and is public`. */
  readonly change: string;
  /** Its public address; null while visitors do not see it. */
  readonly view: string | null;
  readonly edit: string | null;
}

const Target = styled(Link)`
  color: inherit;
  font-weight: 600;
`;

/** Says what was stored, with a link to it. */
export function StoredText({ title, change, view, edit }: StoredRecord) {
  const to = view ?? edit;
  return (
    <>
      {`“${title}” ${change}. `}
      {to !== null && <Target to={to}>{view === null ? 'Edit' : 'View'}</Target>}
    </>
  );
}
