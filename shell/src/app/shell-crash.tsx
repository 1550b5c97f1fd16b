import { useRouteError } from 'react-router-dom';
import { RemoteProblem } from '../remotes/remote-problem.tsx';

/** The last boundary: the shell itself failed. Only a reload helps here. */
export function ShellCrash() {
  const error = useRouteError();
  return <RemoteProblem cause={error} onRetry={() => location.reload()} />;
}
