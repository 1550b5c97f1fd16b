import { color, radius, size, space } from '@ki/shared/ui/theme.ts';
import styled, { css } from 'styled-components';
import type { FieldChange, TextPart } from './model/difference.ts';

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

const Fields = styled.dl`
  display: grid;
  gap: ${space[3]};

  dt {
    color: ${color.muted};
    font-size: ${size.small};
  }

  dd {
    padding: ${space[2]} ${space[3]};
    border: 1px solid ${color.line};
    border-radius: ${radius.small};
    background: ${color.surface};
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;

export const FieldChanges = ({ changes }: { readonly changes: readonly FieldChange[] }) => (
  <Fields>
    {changes.map(({ label, parts }, index) => (
      <div key={index}>
        <dt>{label}</dt>
        <dd lang="de">
          <Difference parts={parts} />
        </dd>
      </div>
    ))}
  </Fields>
);
