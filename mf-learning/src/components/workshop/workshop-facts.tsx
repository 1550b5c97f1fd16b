import { formatDuration } from '@ki/shared/format/durations.ts';
import { Meta } from '@ki/shared/ui/card.tsx';
import { ClockIcon, UsersIcon } from '@ki/shared/ui/icons.tsx';
import type { WorkshopSummary } from '../../model/workshop.ts';
import { Fact } from '../fact.tsx';

/** Duration and places of a workshop; what is nothing is not shown. */
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
