import { Button } from '@ki/shared/ui/button.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { titleId } from '../row-title.tsx';
import { useOperation } from '../use-operation.ts';

export interface DuplicateButtonProps {
  readonly id: string;
  readonly onDuplicate: (id: string) => Promise<void>;
}

export function DuplicateButton({ id, onDuplicate }: DuplicateButtonProps) {
  const { run, busy, failed } = useOperation(() => onDuplicate(id));
  return (
    <>
      <Button variant="quiet" size="small" aria-describedby={titleId(id)} busy={busy} onClick={() => void run()}>
        Duplicate
      </Button>
      {failed && <Notice tone="error">An error occurred</Notice>}
    </>
  );
}
