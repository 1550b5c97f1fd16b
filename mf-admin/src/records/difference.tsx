import { color } from '@ki/shared/ui/theme.ts';
import styled, { css } from 'styled-components';
import type { TextPart } from './model/difference.ts';

const mark = css`
  padding-inline: 0.125em;
  border-radius: 0.125rem;
`;

const Removed = styled.del`
  ${mark}
  background: ${color.dangerSoft};
  color: ${color.danger};
`;

const Added = styled.ins`
  ${mark}
  background: ${color.successSoft};
  color: ${color.success};
`;

function Part({ part: { kind, text } }: { readonly part: TextPart }) {
  if (kind === 'same') return text;
  return kind === 'removed' ? <Removed>{text}</Removed> : <Added>{text}</Added>;
}

export const Difference = ({ parts }: { readonly parts: readonly TextPart[] }) =>
  parts.map((part, index) => <Part key={index} part={part} />);
