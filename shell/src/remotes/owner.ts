import type { Platform, PublicRemote } from '@ki/shared/contract/registry.ts';
import { matchRoutes } from 'react-router-dom';

export function ownerOf(remotes: Platform['remotes'], pathname: string): string | undefined {
  const patterns = Object.entries(remotes).flatMap(([id, remote]) => remote.routes.map((path) => ({ id, path })));
  const matches = matchRoutes(
    patterns.map(({ id, path }, index) => ({ path, id: `${id}#${index}` })),
    pathname,
  );
  return matches?.[0]?.route.id?.split('#')[0];
}

export const isBrowserOnly = (remote: PublicRemote | undefined) =>
  remote !== undefined && (remote.staffOnly || remote.override !== undefined);
