import { paths } from '@ki/shared/contract/paths.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { SearchField } from '@ki/shared/ui/search-field.tsx';
import { color, from, radius, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { AXES, type Axes } from '../model/axes.ts';
import { part } from '../model/parts.ts';
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

/** Typing filters at once; only without scripts does a search have to be sent. It stands first, so Enter presses it. */
const Send = styled(Button)`
  @media (scripting: enabled) {
    display: none;
  }
`;

interface FilterPanelProps {
  readonly axes: Axes;
  readonly control: ViewControl;
}

/** Search and chips. Without scripts it is a plain form, and each chip one of its buttons. */
export function FilterPanel({ axes, control }: FilterPanelProps) {
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

/** What a sent form must not lose: the chips that are pressed, and the layout. */
function Kept({ view: { filter, layout } }: { view: View }) {
  return (
    <>
      {AXES.flatMap(({ key }) =>
        filter[key].map((code) => <input key={`${key}:${code}`} type="hidden" name={key} value={code} />),
      )}
      {layout === 'table' && <input type="hidden" name={PARAMETER.layout} value="matrix" />}
    </>
  );
}
