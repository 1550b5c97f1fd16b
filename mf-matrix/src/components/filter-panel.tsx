import { paths } from '@ki/shared/contract/paths.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { SearchField } from '@ki/shared/ui/form/search-field.tsx';
import { color, from, radius, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { AXES, type Axes } from '../model/axes.ts';
import { part } from '../model/filter.ts';
import { PARAMETER, type View } from '../model/view.ts';
import { AxisChips } from './axis-chips.tsx';
import type { ViewControl } from './use-view.ts';

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
