/** The form that the database and `momentIn` read. */
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

const DAYS = [
  /^(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})(?!\d)/,
  /^(?:\p{L}+\.?,? +)?(?<day>\d{1,2})\. ?(?<month>\d{1,2})\. ?(?<year>\d{4})(?!\d)/u,
  /^(?:\p{L}+\.?,? +)?(?<day>\d{1,2})\.? +(?<name>\p{L}{3,})\.?,? +(?<year>\d{4})(?!\d)/u,
  /^(?:\p{L}+\.?,? +)?(?<name>\p{L}{3,})\.? +(?<day>\d{1,2})(?:st|nd|rd|th)?,? +(?<year>\d{4})(?!\d)/u,
];
const TIME =
  /^(?:T|,?\s+(?:(?:at|um) )?)(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d+)?)?\s*(?<half>[ap]\.?m\.?)?(?:Uhr)?\s*(?:(?<zone>[A-Z]{1,4})?(?:(?<sign>[+-])(?<hours>\d{1,2}):?(?<minutes>\d{2})?)?)(?:\s*(?:\(.*\)|\[.*\]))?$/i;

const MONTHS = ['jan', 'feb', 'mar mär mrz', 'apr', 'may mai', 'jun', 'jul', 'aug', 'sep', 'oct okt', 'nov', 'dec dez'];

const ZONES: Readonly<Record<string, number>> = {
  ...{ '': 0, Z: 0, UTC: 0, GMT: 0, CET: 1, MEZ: 1, CEST: 2, MESZ: 2 },
  ...{ EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7 },
};

type Groups = Readonly<Record<string, string | undefined>>;

const two = (number: number | string) => String(number).padStart(2, '0');

/** Such as '2026-02-28', which is one. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function dayOf({ year, month, name, day }: Groups): string | null {
  const named = name && MONTHS.findIndex((names) => names.includes(name.slice(0, 3).toLowerCase())) + 1;
  const text = `${year}-${two(named || month || 0)}-${two(day ?? 0)}`;
  return isDay(text) ? text : null;
}

function offsetOf({ zone, sign, hours, minutes }: Groups): string | null {
  if (zone === undefined && sign === undefined) return '';
  const ahead = ZONES[zone?.toUpperCase() ?? ''];
  if (ahead === undefined) return null;
  return sign ? `${sign}${two(hours ?? 0)}:${minutes ?? '00'}` : `${ahead < 0 ? '-' : '+'}${two(Math.abs(ahead))}:00`;
}

function timeOf(rest: string): string | null {
  if (rest.trim() === '') return '';
  const groups = TIME.exec(rest)?.groups;
  if (!groups) return null;
  const { hour = '', minute = '', second = '00', half } = groups;
  const hours = half ? (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hour);
  const offset = offsetOf(groups);
  const isTime = hours < 24 && Number(minute) < 60 && Number(second) < 60 && !(half && Number(hour) > 12);
  return isTime && offset !== null ? `T${two(hours)}:${minute}:${second}${offset}` : null;
}

/**
 * A moment as programs and people write it, as the database reads it: '1.3.2026, 10:00' becomes '2026-03-01T10:00:00'.
 * Anything else stays as it is, for the database to refuse: years of two digits, months before days, counted days.
 */
export function momentText(given: string): string {
  if (ISO.test(given)) return given;
  const text = given.trim().normalize('NFC');
  if (ISO.test(text)) return text;
  for (const pattern of DAYS) {
    const found = pattern.exec(text);
    const day = found && dayOf(found.groups ?? {});
    const time = found && timeOf(text.slice(found[0].length));
    if (day && time !== null) return `${day}${time}`;
  }
  return given;
}

export function isMoment(given: string): boolean {
  const text = momentText(given);
  return ISO.test(text) && isDay(text.slice(0, 10));
}
