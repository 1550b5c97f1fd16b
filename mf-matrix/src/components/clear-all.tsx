import { paths } from '@ki/shared/contract/paths.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { CloseIcon } from '@ki/shared/ui/icons.tsx';
import { isActive } from '../model/filter.ts';
import { part } from '../model/parts.ts';
import { CLEAR, PARAMETER, type View } from '../model/view.ts';

/**
 * Shown when any filter is active. A form of its own, so that it also works before and without scripts; always there, so
 * that its first appearance, at somebody's first key, brings no new styles for the whole page to be matched with.
 */
export function ClearAll({ view, onClear }: { view: View; onClear: () => void }) {
  return (
    <form
      hidden={!isActive(view.filter)}
      action={paths.matrix}
      data-print="hide"
      {...part('clear')}
      onSubmit={(event) => {
        event.preventDefault();
        onClear();
      }}
    >
      {view.layout === 'table' && <input type="hidden" name={PARAMETER.layout} value="matrix" />}
      <Button
        type="submit"
        name={PARAMETER.toggle}
        value={CLEAR}
        variant="quiet"
        size="small"
        lang="en"
        icon={<CloseIcon size={16} />}
      >
        Clear all
      </Button>
    </form>
  );
}
