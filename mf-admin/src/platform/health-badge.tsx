import { Badge } from '@ki/shared/ui/badge.tsx';
import type { Health } from './model/health.ts';
import { isLive, type Remote } from './model/platform.ts';

/** How a remote is now, as the shell that was asked finds it. */
export function HealthBadge({ remote, health }: { readonly remote: Remote; readonly health: Health | null }) {
  if (remote.is_retired) return <Badge>Retired</Badge>;
  if (!isLive(remote)) return <Badge>Not live yet</Badge>;
  if (!health) return <Badge>Health unknown</Badge>;
  const standIn = health.standIns?.[remote.name];
  if (standIn) return <Badge $tone="warning">Fails: {standIn.serves} stands in</Badge>;
  if (health.failing.includes(remote.name)) return <Badge $tone="danger">Does not answer</Badge>;
  return <Badge $tone="success">Answers</Badge>;
}
