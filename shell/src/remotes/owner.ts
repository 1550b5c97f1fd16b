import type { Platform } from '@ki/shared/contract/registry.ts';
import { matchRoutes } from 'react-router-dom';

/** The remote that owns a path according to the registry, by React Router's own ranking. */
export function ownerOf(remotes: Platform['remotes'], pathname: string): string | undefined {
  const patterns = Object.entries(remotes).flatMap(([id, remote]) => remote.routes.map((path) => ({ id, path })));
  const matches = matchRoutes(
    patterns.map(({ id, path }, index) => ({ path, id: `${id}#${index}` })),
    pathname,
  );
  return matches?.[0]?.route.id?.split('#')[0];
}
