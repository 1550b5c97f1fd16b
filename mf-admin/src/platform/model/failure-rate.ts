import type { Counts } from './platform.ts';

const number = new Intl.NumberFormat('en');
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** '1,204'. */
export const count = (value: number) => number.format(value);

/** '12 (0.8%)': renders that failed, and their share of all; of none '0'. */
export const failureRate = ({ renders, failures }: Pick<Counts, 'renders' | 'failures'>) =>
  renders === 0 ? '0' : `${count(failures)} (${percent.format(failures / renders)})`;
