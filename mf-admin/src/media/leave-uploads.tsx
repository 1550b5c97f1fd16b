import { ActionDialog } from '../kit/action-dialog.tsx';
import { unfinishedNames } from './unfinished-uploads.ts';
import { useLeaveQuestion } from './use-leave-question.ts';

interface LeaveUploadsProps {
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** Asks before a page or a dialog is left in which files are on their way. */
export const LeaveUploads = ({ onLeave, onStay }: LeaveUploadsProps) => (
  <ActionDialog title="Leave during the upload?" action="Leave" cancel="Stay" onSubmit={onLeave} onClose={onStay}>
    <p>These files are not uploaded yet. The upload goes on while this tab is open; what fails is not shown then.</p>
    <ul lang="de">
      {unfinishedNames().map((name, index) => (
        <li key={index}>{name}</li>
      ))}
    </ul>
  </ActionDialog>
);

/** The question of a page without a form. Forms ask it together with that for unsaved input. */
export function LeaveUploadsOfPage() {
  const blocker = useLeaveQuestion(false, () => false);
  if (blocker.state !== 'blocked') return null;
  return <LeaveUploads onLeave={() => blocker.proceed()} onStay={() => blocker.reset()} />;
}
