import { site } from '@ki/shared/contract/site.ts';
import { plural } from '@ki/shared/format/plural.ts';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { ArrowLeftIcon, ArrowRightIcon } from '@ki/shared/ui/icons.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useState } from 'react';
import { Link, useLoaderData } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { ReadResult } from '../kit/failures.tsx';
import { serverNow } from '../kit/model/clock.ts';
import { PageHead } from '../kit/page-head.tsx';
import { Note, Part, PartTitle } from '../kit/part.tsx';
import type { Calendar, CalendarData } from './data/calendar.ts';
import { DayGrid } from './day-grid.tsx';
import { type CalendarView, daysOf, isOutside, searchOf, step, titleOf } from './model/calendar-view.ts';
import { byDay, clashesOf, type Entry } from './model/entries.ts';
import { LastMove, MoveDialog, MoveQuestion, useMoves } from './moves.tsx';

export function Component() {
  const { view, today, calendar } = useLoaderData<CalendarData>();
  return (
    <>
      <PageHead
        title="Calendar"
        subtitle={`Posts, pages and changes to be published by their date, in the time zone ${site().timeZone}`}
        add={{ to: addresses.newPost, label: 'New Post' }}
      />
      <Stack>
        <Navigation view={view} today={today} />
        <ReadResult value={calendar}>{(data) => <Shown view={view} today={today} calendar={data} />}</ReadResult>
      </Stack>
    </>
  );
}

function Navigation({ view, today }: Pick<CalendarData, 'view' | 'today'>) {
  const linkTo = (to: CalendarView) => ({ to: searchOf(to, today), size: 'small' as const, preventScrollReset: true });
  return (
    <Cluster $justify="space-between">
      <PartTitle>{titleOf(view)}</PartTitle>
      <Cluster as="nav" aria-label="Calendar" $gap={2}>
        <ButtonLink {...linkTo(step(view, -1))} variant="secondary" icon={<ArrowLeftIcon size={18} />}>
          Previous
        </ButtonLink>
        <ButtonLink {...linkTo({ ...view, day: today })} variant="secondary">
          Today
        </ButtonLink>
        <ButtonLink {...linkTo(step(view, 1))} variant="secondary" icon={<ArrowRightIcon size={18} />}>
          Next
        </ButtonLink>
        {(['month', 'week'] as const).map((unit) => (
          <ButtonLink
            key={unit}
            {...linkTo({ ...view, unit })}
            variant={view.unit === unit ? 'primary' : 'secondary'}
            aria-current={view.unit === unit ? 'true' : undefined}
          >
            {unit === 'month' ? 'Month' : 'Week'}
          </ButtonLink>
        ))}
      </Cluster>
    </Cluster>
  );
}

type ShownProps = Pick<CalendarData, 'view' | 'today'> & { readonly calendar: Calendar };

function Shown({ view, today, calendar: { entries, ads, isCut } }: ShownProps) {
  const moves = useMoves();
  const [asked, setAsked] = useState<Entry | null>(null);
  const days = daysOf(view);
  const found = byDay(entries);
  const clashes = clashesOf(entries, serverNow());
  const shown = days.flatMap((day) => found.get(day) ?? []);
  const drafts = shown.filter(({ isDraft }) => isDraft).length;
  return (
    <Stack $gap={5}>
      <Note role="status">
        {plural(shown.length - drafts, 'post or page', 'posts and pages')}
        {drafts > 0 && `, ${plural(drafts, 'draft', 'drafts')} to be published`}
        {clashes.size > 0 && `, ${plural(clashes.size, 'clash', 'clashes')}`}
      </Note>
      {isCut && (
        <Notice tone="warning">More than a thousand: some are missing here. The week shows all of its own.</Notice>
      )}
      <LastMove {...moves} />
      <DayGrid
        label={titleOf(view)}
        days={days}
        today={today}
        isOutside={(day) => isOutside(view, day)}
        entries={found}
        clashes={clashes}
        denied={moves.denied}
        onMove={setAsked}
        onDrop={moves.move}
      />
      {asked && (
        <MoveDialog
          entry={asked}
          onClose={() => setAsked(null)}
          onMove={(to) => {
            setAsked(null);
            moves.move({ entry: asked, to });
          }}
        />
      )}
      <MoveQuestion {...moves} />
      <RunningAds ads={ads} />
    </Stack>
  );
}

/** Ads have no dates: an active one runs until somebody ends it. */
const RunningAds = ({ ads }: Pick<Calendar, 'ads'>) => (
  <Part title="Running Ads">
    {ads.length === 0 ? (
      <Note>No ad is active.</Note>
    ) : (
      <ul>
        {ads.map(({ id, title }) => (
          <li key={id}>
            <Link to={addresses.editAd({ id })} lang="de">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    )}
  </Part>
);
