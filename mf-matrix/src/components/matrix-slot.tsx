import { VisuallyHidden } from '@ki/shared/ui/visually-hidden.tsx';
import { Link } from 'react-router-dom';
import type { Slot } from '../model/table.ts';
import { addressOf, type View } from '../model/view.ts';
import type { OpenWorkshop } from './use-open-workshop.ts';

/** More would make the cells too high to compare. */
const SHOWN = 3;

interface MatrixSlotProps {
  readonly slot: Slot;
  /** Where links to workshops lead back to. */
  readonly links: View;
  readonly open: OpenWorkshop;
  /** Address of the list with all workshops of this slot. */
  readonly all: string;
}

export function MatrixSlot({ slot: { value, workshops }, links, open, all }: MatrixSlotProps) {
  const more = workshops.length - SHOWN;
  return (
    <div>
      <dt title={value.name}>
        {value.code}
        <VisuallyHidden>: {value.name}</VisuallyHidden>
      </dt>
      <dd>
        {workshops.length === 0 && <span>–</span>}
        {workshops.slice(0, SHOWN).map(({ id, title }) => (
          <a key={id} href={addressOf({ ...links, workshop: id })} onClick={open}>
            {title}
          </a>
        ))}
        {more > 0 && (
          <Link to={all} data-more="">
            {`Alle ${workshops.length} zeigen`}
          </Link>
        )}
      </dd>
    </div>
  );
}
