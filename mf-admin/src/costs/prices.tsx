import { Badge } from '@ki/shared/ui/badge.tsx';
import { asStaff } from '../records/data/as-staff.ts';
import { money } from '../records/model/ai-cost.ts';
import { Note, onPhone, Part } from '../records/part.tsx';
import { columnsOf, DataTable } from '../records/table/data-table.tsx';
import { ConfirmedAction, RowActions, titleId } from '../records/table/row.tsx';
import { deletePrice } from './data/costs.ts';
import type { Costs, Price } from './model/costs.ts';
import { PriceButton } from './price-button.tsx';

interface PriceRow {
  readonly id: string;
  /** Null for a model that answered and has none. */
  readonly price: Price | null;
  readonly currency: string;
}

const amount = (key: Exclude<keyof Price, 'model'>, heading: string) =>
  [
    key,
    heading,
    ({ price, currency }: PriceRow) => onPhone(`${heading}: `, money(price?.[key] ?? null, currency)),
  ] as const;

const columns = [
  [
    'model',
    'Model',
    ({ id, price }: PriceRow) => (
      <>
        <span id={titleId(id)}>{id}</span> {price === null && <Badge $tone="warning">No price</Badge>}
      </>
    ),
  ],
  amount('input_price', 'Million input tokens'),
  amount('output_price', 'Million output tokens'),
  amount('request_price', 'Request'),
] as const;

const readOnly = columnsOf<PriceRow>(columns);

const withActions = columnsOf<PriceRow>([
  ...columns,
  [
    'actions',
    'Actions',
    ({ id, price, currency }) => (
      <RowActions id={id}>
        <PriceButton label={price ? 'Change' : 'Set Price'} model={id} price={price} currency={currency} />
        {price && (
          <ConfirmedAction
            row={{ id, title: id }}
            action="Delete Price"
            question="Delete this price? Further calls have no cost; what calls cost so far stays."
            failure="The price could not be deleted. Please try again in a moment."
            run={(model) => asStaff((client) => deletePrice(client, model))}
          />
        )}
      </RowActions>
    ),
  ],
]);

export function Prices({ costs }: { readonly costs: Costs }) {
  const { currency, prices, without_price: unpriced, sets_prices: mayChange } = costs;
  const rows: PriceRow[] = [
    ...unpriced.map((id) => ({ id, price: null, currency })),
    ...prices.map((price) => ({ id: price.model, price, currency })),
  ];
  return (
    <Part title="Prices">
      <DataTable label="Prices" columns={mayChange ? withActions : readOnly} rows={rows} empty="No prices yet" />
      <Note id={titleId('prices')}>
        In {currency}, the currency of the site: convert what a provider charges in another one. A star stands for any
        characters; the longest name that matches counts. A call costs what the prices say when it is made.
        {!mayChange && ' Operators set the prices.'}
      </Note>
      {mayChange && (
        <div>
          <PriceButton label="Add Price" model={null} price={null} currency={currency} />
        </div>
      )}
    </Part>
  );
}
