import { Chip } from '@ki/shared/ui/chip.tsx';
import { color, from, size, space } from '@ki/shared/ui/theme.ts';
import { type MouseEvent, useId } from 'react';
import styled from 'styled-components';
import type { Axis, AxisDefinition, AxisValue } from '../model/axes.ts';
import { PARAMETER, toggleValue } from '../model/view.ts';

const Group = styled.div`
  display: grid;
  min-inline-size: 0;
  gap: ${space[2]} ${space[4]};

  ${from.medium} {
    grid-template-columns: 8rem minmax(0, 1fr);
  }
`;

const Name = styled.span`
  color: ${color.muted};
  font-size: ${size.small};
  font-weight: 600;

  ${from.medium} {
    padding-block-start: 0.5rem;
  }
`;

const Chips = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[2]};

  /* One scrolling line on phones keeps the workshops near. */
  @media (max-width: 47.99rem) {
    flex-wrap: nowrap;
    overflow-x: auto;
    margin-inline: calc(-1 * ${space[4]});
    padding: 0.25rem ${space[4]};
    scrollbar-width: none;
    mask-image: linear-gradient(to left, transparent, black ${space[6]});

    > * {
      flex: none;
    }
  }
`;

interface AxisChipsProps {
  readonly axis: AxisDefinition;
  readonly values: readonly AxisValue[];
  readonly chosen: readonly string[];
  readonly onToggle: (axis: Axis, code: string) => void;
}

export function AxisChips({ axis: { key, plural, coded }, values, chosen, onToggle }: AxisChipsProps) {
  const nameId = useId();
  const toggle = (event: MouseEvent, code: string) => {
    event.preventDefault();
    onToggle(key, code);
  };
  return (
    <Group role="group" aria-labelledby={nameId}>
      <Name id={nameId} lang="en">
        {plural}
      </Name>
      <Chips>
        {values.map(({ code, name }) => (
          <Chip
            key={code}
            type="submit"
            name={PARAMETER.toggle}
            value={toggleValue(key, code)}
            pressed={chosen.includes(code)}
            onClick={(event) => toggle(event, code)}
          >
            {coded ? `${code}: ${name}` : name}
          </Chip>
        ))}
      </Chips>
    </Group>
  );
}
