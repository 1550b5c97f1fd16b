import { Badge } from '@ki/shared/ui/badge.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { publicationState } from '../../kinds/model/publish-fields.ts';
import { Moment } from '../../kit/part.tsx';

export function Published({ publishedAt }: { readonly publishedAt: string | null }) {
  if (publishedAt === null) return <Badge $tone="warning">Draft</Badge>;
  return (
    <Cluster $gap={2}>
      <Moment at={publishedAt} />
      {publicationState(publishedAt) === 'scheduled' && <Badge $tone="brand">Scheduled</Badge>}
    </Cluster>
  );
}
