import { Button } from '@ki/shared/ui/button.tsx';
import { Dialog } from '@ki/shared/ui/dialog.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import type { Blocker } from 'react-router-dom';

export interface LeaveQuestionProps {
  readonly blocker: Blocker;
  readonly onLeave: () => void;
}

/** Asks before unsaved input is left behind. */
export function LeaveQuestion({ blocker, onLeave }: LeaveQuestionProps) {
  if (blocker.state !== 'blocked') return null;
  const stay = () => blocker.reset();
  const leave = () => {
    onLeave();
    blocker.proceed();
  };
  return (
    <Dialog open title="Leave without saving?" closeLabel="Close" lang="en" onClose={stay}>
      <Stack>
        <p>What you typed has not been saved and will be discarded.</p>
        <Cluster $justify="end">
          <Button variant="secondary" onClick={stay}>
            Stay
          </Button>
          <Button variant="danger" onClick={leave}>
            Leave
          </Button>
        </Cluster>
      </Stack>
    </Dialog>
  );
}
