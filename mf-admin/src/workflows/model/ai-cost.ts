import { site } from '@ki/shared/contract/site.ts';

/** What AI calls used; `cost` is null without a price. */
export interface AiCost {
  readonly tokens: number;
  readonly cost: number | null;
  readonly currency: string;
}

const wholeNumber = (value: number): string => value.toLocaleString('en');

/** A call costs parts of a cent. */
const digitsOf = (amount: number) => (amount !== 0 && amount < 0.1 ? 4 : 2);

/** As prices of the site are shown. Engines differ in the separators of a locale. */
function money(amount: number, currency: string): string {
  const { formats, currency: own } = site();
  const [pattern, group, decimal] =
    formats && currency === own ? [formats.price, formats.group, formats.decimal] : [`${currency}\u00a0{n}`, '’', '.'];
  const [whole = '', cents = ''] = amount.toFixed(digitsOf(amount)).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, group);
  return pattern.replace('{n}', () => `${grouped}${decimal}${cents.replace(/(?<=..)0+$/, '')}`);
}

export const costText = ({ tokens, cost, currency }: AiCost): string =>
  `${wholeNumber(tokens)} ${tokens === 1 ? 'token' : 'tokens'}${cost === null ? '' : `, ${money(cost, currency)}`}`;
