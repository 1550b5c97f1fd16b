import { z } from '../../records/model/z.ts';

const sums = {
  calls: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  /** Null when no call has a cost. */
  cost: z.number().nullable(),
  /** Calls without a cost. */
  unpriced: z.number(),
};

const priceSchema = z.object({
  model: z.string(),
  input_price: z.number(),
  output_price: z.number(),
  request_price: z.number(),
});

export const costsSchema = z.object({
  currency: z.string(),
  sets_prices: z.boolean(),
  /** The first day of the month whose people are listed; null before the first call. */
  month: z.string().nullable(),
  months: z.array(z.object({ ...sums, month: z.string() })),
  total: z.number(),
  people: z.array(z.object({ ...sums, account: z.string().nullable(), address: z.string().nullable() })),
  prices: z.array(priceSchema),
  without_price: z.array(z.string()),
});

export type Costs = z.output<typeof costsSchema>;
export type Sums = Pick<Costs['months'][number], keyof typeof sums>;
export type Price = z.output<typeof priceSchema>;

const NAME = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export const monthName = (firstDay: string): string => NAME.format(new Date(firstDay));

/** The first day of a month of the address, such as 2026-11; null for what is none. */
export const monthIn = (text: string | null): string | null =>
  text !== null && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text) ? `${text}-01` : null;

export const monthSearch = (firstDay: string, page = 1): string =>
  `?${new URLSearchParams({ month: firstDay.slice(0, 7), ...(page > 1 && { page: String(page) }) })}`;
