import { formatDuration } from '@ki/shared/format/durations.ts';
import { Meta } from '@ki/shared/ui/card.tsx';
import { ClockIcon, UsersIcon } from '@ki/shared/ui/icons.tsx';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { WorkshopSummary } from '../model/workshop.ts';

const Frame = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 0.375em;
  /* Keeps the height before the text arrives. */
  min-block-size: 1lh;
  white-space: nowrap;
`;

export const Fact = ({ icon, lang, children }: { icon: ReactNode; lang?: string; children: ReactNode }) => (
  <Frame lang={lang}>
    {icon}
    <span>{children}</span>
  </Frame>
);

export function WorkshopFacts({ workshop }: { workshop: Pick<WorkshopSummary, 'duration' | 'maxParticipants'> }) {
  const { duration, maxParticipants } = workshop;
  const time = formatDuration(duration);
  return (
    <Meta>
      {time && <Fact icon={<ClockIcon size={17} />}>{time}</Fact>}
      {maxParticipants > 0 && (
        <Fact icon={<UsersIcon size={17} />} lang="en">
          {`Max ${maxParticipants}`}
        </Fact>
      )}
    </Meta>
  );
}
