const FRANCS = /^(?:s?fr\.?|chf)\s*|\s*(?:s?fr\.?|chf|franken)$/giu;
const NO_RAPPEN = /[.,][-–—]{1,2}$/;
const NUMBER =
  /^(?<whole>[1-9]\d{0,2}(?<group>['’ʼ\s.,])\d{3}(?:\k<group>\d{3})*|\d+)(?:(?<point>[.,])(?<decimals>\d+))?$/u;

/**
 * A number as spreadsheets write it, as the database reads it: "1’290.50", '1.290,50' and '1290,50' become '1290.50'.
 * One dot or comma before three digits separates thousands of a whole number, and decimals of any other. Anything else
 * stays as it is, for the database to refuse.
 */
export function numberText(given: string, { isWhole = false } = {}): string {
  const text = given.trim().replace(FRANCS, '').replace(NO_RAPPEN, '').trim();
  const { whole = '', group, point, decimals } = NUMBER.exec(text)?.groups ?? {};
  if (whole === '' || (point && point === group)) return given.trim();
  const groups = group === undefined ? [whole] : whole.split(group);
  if (/^[.,]$/.test(group ?? '') && groups.length === 2 && !point && !isWhole) return groups.join('.');
  return `${groups.join('')}${point ? `.${decimals}` : ''}`;
}
