import { Badge } from '@ki/shared/ui/badge.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import type { PublicationState } from '../../kinds/model/publish-fields.ts';
import { Moment } from '../../kit/part.tsx';

interface PublishedProps {
  readonly state: PublicationState;
  readonly publishedAt: string | null;
}

export function Published({ state, publishedAt }: PublishedProps) {
  if (state === 'unpublished' || publishedAt === null) return <Badge $tone="warning">Draft</Badge>;
  return (
    <Cluster $gap={2}>
      <Moment at={publishedAt} />
      {state === 'scheduled' && <Badge $tone="brand">Scheduled</Badge>}
    </Cluster>
  );
}
