import { color, size } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';

const More = styled.span`
  display: block;
  color: ${color.muted};
  font-size: ${size.small};
  font-weight: 400;
`;

/** Id of the text that names a row: what its buttons and links are described by. */
export const titleId = (id: string) => `row-${id}`;

export interface RowTitleProps {
  readonly id: string;
  readonly title: string;
  readonly more?: string;
}

/** What names a row. */
export function RowTitle({ id, title, more }: RowTitleProps) {
  return (
    <span lang="de">
      <span id={titleId(id)}>{title}</span>
      {more && <More>{more}</More>}
    </span>
  );
}
