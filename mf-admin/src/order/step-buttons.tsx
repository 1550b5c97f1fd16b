import { Button } from '@ki/shared/ui/button.tsx';
import { ArrowDownIcon, ArrowUpIcon } from '@ki/shared/ui/icons.tsx';
import { titleId } from '../kit/table/row.tsx';

export interface StepButtonsProps {
  readonly id: string;
  readonly first: boolean;
  readonly last: boolean;
  readonly onStep: (id: string, by: 1 | -1) => void;
}

export const stepButtonId = (id: string, by: 1 | -1) => `${by === 1 ? 'down' : 'up'}-${id}`;

const STEPS = [
  { by: -1, label: 'Move up', Icon: ArrowUpIcon },
  { by: 1, label: 'Move down', Icon: ArrowDownIcon },
] as const;

export function StepButtons({ id, first, last, onStep }: StepButtonsProps) {
  return STEPS.map(({ by, label, Icon }) => (
    <Button
      key={by}
      id={stepButtonId(id, by)}
      variant="quiet"
      size="small"
      aria-label={label}
      aria-describedby={titleId(id)}
      aria-disabled={by === 1 ? last : first}
      icon={<Icon size={16} />}
      onClick={() => onStep(id, by)}
    />
  ));
}
