import { dateTime } from '@ki/shared/format/dates.ts';
import { Card, CardBody, Meta } from '@ki/shared/ui/card.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { color, size } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { titleId } from '../records/table/row-title.tsx';
import { CanaryCounts } from './canary-counts.tsx';
import { RemoteCommand } from './commands.tsx';
import { HealthBadge } from './health-badge.tsx';
import type { Health } from './model/health.ts';
import { isLive, type Remote } from './model/platform.ts';
import { Moves } from './moves/moves.tsx';

const Name = styled.h3`
  font-size: ${size.h4};
`;

const Version = styled.strong`
  color: ${color.text};
  overflow-wrap: anywhere;
`;

export interface RemoteCardProps {
  readonly remote: Remote;
  readonly health: Health | null;
}

/** A remote: what is live, its canary, and what can be done with it. */
export function RemoteCard({ remote, health }: RemoteCardProps) {
  const { name, team, live, since, by, unchecked } = remote;
  return (
    <Card as="section" aria-labelledby={titleId(name)}>
      <CardBody>
        <Cluster>
          <Name id={titleId(name)}>{name}</Name>
          <HealthBadge remote={remote} health={health} />
        </Cluster>
        <Meta>
          {live && <Version>{live}</Version>}
          {since && (
            <span>
              since{' '}
              <time dateTime={since} lang="de">
                {dateTime(since)}
              </time>
            </span>
          )}
          {by && <span>by {by}</span>}
          <span>{team ? `Team ${team}` : 'No team'}</span>
        </Meta>
        {isLive(remote) && remote.canary && <CanaryCounts remote={remote} canary={remote.canary} />}
        {unchecked && (
          <p>
            {unchecked.version} is published and not checked yet. Checks need its code, so it goes live on the command
            line: <RemoteCommand>{`promote ${name}@${unchecked.version}`}</RemoteCommand>
          </p>
        )}
        <Moves remote={remote} />
      </CardBody>
    </Card>
  );
}
