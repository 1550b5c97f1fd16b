import styled from 'styled-components';
import { dayBadge } from '../format/dates.ts';
import { color, font, size } from './theme.ts';

const Half = styled.time`
  display: flex;
  flex: none;
  flex-direction: column;
  align-items: center;
  inline-size: 4.25rem;
  block-size: 3.5rem;
  /* Positioned from the top, so that the day does not move when the month arrives. */
  padding-block-start: calc(3rem - 1.375rem - 1.2 * ${size.tiny});
  border-radius: 2.125rem 2.125rem 0 0;
  border-block-end: 0.1875rem solid ${color.mark};
  background: ${color.brandSoft};
  color: ${color.onBrandSoft};
  font: 600 1.375rem / 1 ${font.heading};
  font-variant-numeric: lining-nums tabular-nums;

  span {
    font: 600 ${size.tiny} / 1.2 ${font.text};
  }
`;

export function DateBadge({ iso, day: calendarDay, className }: { iso: string; day: string; className?: string }) {
  const { day, month } = dayBadge(calendarDay);
  return (
    <Half dateTime={iso} className={className}>
      {day}
      <span>{month}</span>
    </Half>
  );
}
