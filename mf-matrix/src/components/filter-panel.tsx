import { paths } from '@ki/shared/contract/paths.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { SearchField } from '@ki/shared/ui/form/search-field.tsx';
import { color, from, motion, radius, size, space } from '@ki/shared/ui/theme.ts';
import { type MouseEvent, useId } from 'react';
import styled from 'styled-components';
import { AXES, type Axes, type Axis, type AxisDefinition, type AxisValue } from '../model/axes.ts';
import { part } from '../model/filter.ts';
import { PARAMETER, toggleValue, type View } from '../model/view.ts';
import type { ViewControl } from './use-view.ts';

const Chip = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space[2]};
  min-block-size: 2.5rem;
  padding: ${space[1]} 0.9375rem;
  border: 1px solid ${color.edge};
  border-radius: ${radius.round};
  background: ${color.surface};
  color: ${color.text};
  font-size: ${size.small};
  line-height: 1.25;
  text-align: start;
  transition: background-color ${motion.quick};

  &:hover {
    background: ${color.brandSoft};
    color: ${color.onBrandSoft};
  }

  &:focus-visible {
    border-radius: ${radius.round};
  }

  &[aria-pressed='true'] {
    background: ${color.brand};
    border-color: ${color.brand};
    color: ${color.onBrand};
    font-weight: 600;
  }

  /* Reserves the tick's space, so that chips do not move. */
  &::before {
    content: '';
    inline-size: 0.625rem;
    block-size: 0.625rem;
    border: 0.125rem solid currentColor;
    border-radius: 50%;
    opacity: 0.55;
  }

  &[aria-pressed='true']::before {
    background: currentColor;
    opacity: 1;
  }

  @media (forced-colors: active) {
    &[aria-pressed='true'] {
      border-width: 3px;
    }
  }
`;

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

function AxisChips({ axis: { key, plural, coded }, values, chosen, onToggle }: AxisChipsProps) {
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
            aria-pressed={chosen.includes(code)}
            onClick={(event) => toggle(event, code)}
          >
            {coded ? `${code}: ${name}` : name}
          </Chip>
        ))}
      </Chips>
    </Group>
  );
}

const Panel = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[4]} ${space[6]};
  padding: ${space[4]};
  background: ${color.surface};
  border: 1px solid ${color.line};
  border-radius: ${radius.large};

  ${from.medium} {
    padding: ${space[5]};
  }
`;

const Search = styled.div`
  display: flex;
  gap: ${space[3]};

  > :first-child {
    flex: 1;
  }
`;

/** Submits the search without scripts. It comes first, so that Enter presses it. */
const Send = styled(Button)`
  @media (scripting: enabled) {
    display: none;
  }
`;

/** Without scripts it is a plain form, and each chip one of its buttons. */
export function FilterPanel({ axes, control }: { readonly axes: Axes; readonly control: ViewControl }) {
  const { view, stored, form, settle, toggle } = control;
  return (
    <Panel
      action={paths.matrix}
      role="search"
      aria-label="Workshops filtern"
      data-print="hide"
      {...form}
      {...part('filters')}
    >
      <Kept view={view} />
      <Search>
        <SearchField
          label="Search workshop titles..."
          labelHidden
          placeholder="Search workshop titles..."
          lang="en"
          name={PARAMETER.text}
          defaultValue={stored.filter.text}
          onBlur={settle}
        />
        <Send type="submit">Suchen</Send>
      </Search>
      {AXES.filter(({ key }) => axes[key].length > 0).map((axis) => (
        <AxisChips
          key={axis.key}
          axis={axis}
          values={axes[axis.key]}
          chosen={view.filter[axis.key]}
          onToggle={toggle}
        />
      ))}
    </Panel>
  );
}

/** Hidden fields keep the pressed chips and the layout in a submitted form. */
const Kept = ({ view: { filter, layout } }: { view: View }) => (
  <>
    {AXES.flatMap(({ key, parameter }) =>
      filter[key].map((code) => <input key={`${key}:${code}`} type="hidden" name={parameter} value={code} />),
    )}
    {layout === 'table' && <input type="hidden" name={PARAMETER.layout} value="matrix" />}
  </>
);
