import { Cluster } from '@ki/shared/ui/layout.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import { type ReactNode, useContext } from 'react';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { tableLabel } from '../../kinds/model/labels.ts';
import { RecordKinds } from '../../kinds/record-kinds.ts';

export const RecordList = styled.ul`
  display: grid;
  gap: ${space[2]};
`;

interface RecordLinkProps {
  readonly record: { readonly relation: string; readonly id: string; readonly title: string };
  readonly children?: ReactNode;
}

export function RecordLink({ record, children }: RecordLinkProps) {
  const { relation, title } = record;
  const kinds = useContext(RecordKinds);
  const edit = kinds.find(({ table }) => table === relation)?.at?.edit;
  return (
    <Cluster as="li" $gap={2}>
      <span>{tableLabel(kinds, relation)}</span>
      {edit ? (
        <Link to={edit(record)} lang="de">
          {title}
        </Link>
      ) : (
        <span lang="de">{title}</span>
      )}
      {children}
    </Cluster>
  );
}
