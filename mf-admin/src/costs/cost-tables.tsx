import { plural } from '@ki/shared/format/plural.ts';
import { Link } from 'react-router-dom';
import { money, wholeNumber } from '../records/model/ai-cost.ts';
import { Note, onPhone, Part } from '../records/part.tsx';
import { columnsOf, DataTable, Pages } from '../records/table/data-table.tsx';
import { type Costs, monthName, monthSearch, type Sums } from './model/costs.ts';

interface SumsRow extends Sums {
  readonly id: string;
  readonly currency: string;
}

const costOf = ({ cost, currency, unpriced }: SumsRow) =>
  cost === null || unpriced === 0
    ? money(cost, currency)
    : `${money(cost, currency)}, ${plural(unpriced, 'call', 'calls')} without a cost`;

const sumColumns = [
  ['calls', 'Calls', (row: SumsRow) => onPhone('Calls: ', wholeNumber(row.calls))],
  ['input', 'Input tokens', (row: SumsRow) => onPhone('Input tokens: ', wholeNumber(row.input_tokens))],
  ['output', 'Output tokens', (row: SumsRow) => onPhone('Output tokens: ', wholeNumber(row.output_tokens))],
  ['cost', 'Cost', (row: SumsRow) => onPhone('Cost: ', costOf(row))],
] as const;

interface MonthRow extends SumsRow {
  readonly isShown: boolean;
}

const monthColumns = columnsOf<MonthRow>([
  [
    'month',
    'Month',
    ({ id, isShown }) => (
      <Link to={monthSearch(id)} aria-current={isShown} preventScrollReset>
        {monthName(id)}
      </Link>
    ),
  ],
  ...sumColumns,
]);

export const Months = ({ costs: { months, month, currency } }: { readonly costs: Costs }) => (
  <Part title="Months">
    <DataTable
      label="Months"
      columns={monthColumns}
      rows={months.map((sums) => ({ ...sums, id: sums.month, currency, isShown: sums.month === month }))}
    />
    <Note>All calls of everybody. A call that timed out has no tokens, and one without a price has no cost.</Note>
  </Part>
);

interface PersonRow extends SumsRow {
  readonly name: string;
}

const personColumns = columnsOf<PersonRow>([['person', 'Person', ({ name }) => name], ...sumColumns]);

interface PeopleProps {
  readonly costs: Costs;
  readonly month: string;
  readonly page: number;
}

export function People({ costs: { people, total, currency, sets_prices: seesAll }, month, page }: PeopleProps) {
  const rows = people.map((sums) => ({
    ...sums,
    id: sums.account ?? '',
    currency,
    name: sums.address ?? 'Deleted account',
  }));
  return (
    <Part title={seesAll ? `People in ${monthName(month)}` : `Your calls in ${monthName(month)}`}>
      <DataTable label="People" columns={personColumns} rows={rows} empty="No calls in this month" />
      <Pages page={page} total={total} linkTo={(to) => monthSearch(month, to)} />
      {!seesAll && <Note>Operators see the calls of each person.</Note>}
    </Part>
  );
}
