import { useNavigate, useRouteError } from 'react-router-dom';
import { RemoteProblem } from './remote-problem.tsx';
import { useProblem } from './use-problem.ts';

/** The boundary around each remote: what a page throws stays inside it, the header and the rest go on. */
export function RemoteCrash() {
  const error = useRouteError();
  const problem = useProblem(error, 'render');
  const navigate = useNavigate();
  return (
    <RemoteProblem cause={error} problem={problem} onRetry={() => navigate('.', { replace: true, relative: 'path' })} />
  );
}
