import { type ComponentType, useState } from 'react';
import type { LazyRouteFunction, RouteObject } from 'react-router-dom';
import { RemoteProblem } from './remote-problem.tsx';
import { useProblem } from './use-problem.ts';

interface ChunkRetryProps {
  readonly load: LazyRouteFunction<RouteObject>;
  readonly cause: unknown;
}

/** Stands in for a page whose code could not be loaded, and becomes that page when a retry succeeds. */
export function ChunkRetry({ load, cause }: ChunkRetryProps) {
  const [Page, setPage] = useState<ComponentType | null>(null);
  const problem = useProblem(cause, 'chunk');
  if (Page) return <Page />;
  const retry = async () => {
    const loaded = await load();
    if (loaded.Component) setPage(() => loaded.Component as ComponentType);
  };
  return <RemoteProblem cause={cause} problem={problem} onRetry={retry} />;
}
