import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { dayKey } from '@ki/shared/format/dates.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { readClock, settleAsStaff } from '../kit/data/as-staff.ts';
import { serverNow } from '../kit/model/clock.ts';
import type { CalendarData } from './data/calendar.ts';
import { daysOf, viewOf } from './model/calendar-view.ts';

// In the chunk of the page, as no other page of the admin needs it.
const reads = () => import(/* webpackChunkName: "admin-calendar" */ './data/calendar.ts');

async function loader({ request }: LoaderFunctionArgs): Promise<CalendarData> {
  // One short call, where no page before has read the clock.
  await settleAsStaff(readClock);
  const today = dayKey(new Date(serverNow()).toISOString());
  const view = viewOf(new URL(request.url).searchParams, today);
  return {
    view,
    today,
    calendar: settleAsStaff(async (client) => (await reads()).readCalendar(client, daysOf(view))),
  };
}

export const calendarRoute = defineRoute({
  id: 'admin-calendar',
  path: addresses.calendar,
  loader,
  head: () => ({ title: 'Calendar', noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-calendar" */ './page.tsx'),
});
