import { Button } from '@ki/shared/ui/button.tsx';
import { ArrowDownIcon, ArrowUpIcon } from '@ki/shared/ui/icons.tsx';
import { titleId } from '../../../records/table/row-title.tsx';

export interface StepButtonsProps {
  readonly id: string;
  readonly first: boolean;
  readonly last: boolean;
  readonly onStep: (id: string, by: 1 | -1) => void;
}

/** Names a step button, so that it gets the focus back when its row moved elsewhere. */
export const stepButtonId = (id: string, by: 1 | -1) => `${by === 1 ? 'down' : 'up'}-${id}`;

/** One place up or down, for those who do not drag. They stay reachable where there is no further way. */
export function StepButtons({ id, first, last, onStep }: StepButtonsProps) {
  return (
    <>
      <Button
        id={stepButtonId(id, -1)}
        variant="quiet"
        size="small"
        aria-label="Move up"
        aria-describedby={titleId(id)}
        aria-disabled={first}
        icon={<ArrowUpIcon size={16} />}
        onClick={() => !first && onStep(id, -1)}
      />
      <Button
        id={stepButtonId(id, 1)}
        variant="quiet"
        size="small"
        aria-label="Move down"
        aria-describedby={titleId(id)}
        aria-disabled={last}
        icon={<ArrowDownIcon size={16} />}
        onClick={() => !last && onStep(id, 1)}
      />
    </>
  );
}
