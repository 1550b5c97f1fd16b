import { VisuallyHidden } from '@ki/shared/ui/visually-hidden.tsx';
import { Link } from 'react-router-dom';
import type { Slot } from '../model/table.ts';
import { addressOf, type View } from '../model/view.ts';
import type { OpenWorkshop } from './use-open-workshop.ts';

interface MatrixSlotProps {
  readonly slot: Slot;
  /** Where links to workshops lead back to. */
  readonly links: View;
  readonly open: OpenWorkshop;
  /** Address of the list with all workshops of this slot. */
  readonly all: string;
}

export function MatrixSlot({ slot: { value, count, first }, links, open, all }: MatrixSlotProps) {
  return (
    <div>
      <dt title={value.name}>
        {value.code}
        <VisuallyHidden>: {value.name}</VisuallyHidden>
      </dt>
      <dd>
        {count === 0 && <span>–</span>}
        {first.map(({ id, title }) => (
          <a key={id} href={addressOf({ ...links, workshop: id })} onClick={open}>
            {title}
          </a>
        ))}
        {count > first.length && (
          <Link to={all} data-more="">
            {`Alle ${count} zeigen`}
          </Link>
        )}
      </dd>
    </div>
  );
}
