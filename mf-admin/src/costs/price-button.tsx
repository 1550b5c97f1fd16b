import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { useRevalidator } from 'react-router-dom';
import { asStaff } from '../records/data/as-staff.ts';
import { DialogButton } from '../records/table/dialog-button.tsx';
import { titleId } from '../records/table/row.tsx';
import { errorText } from '../records/use-operation.ts';
import { type NewPrice, setPrice } from './data/costs.ts';
import type { Price } from './model/costs.ts';

const priceIn = (form: FormData, model: string | null): NewPrice => ({
  model: model ?? String(form.get('model')).trim(),
  input: Number(form.get('input')),
  output: Number(form.get('output')),
  request: Number(form.get('request')),
});

interface AmountProps {
  readonly label: string;
  readonly name: string;
  readonly value: number | undefined;
  readonly hint?: string;
}

const Amount = ({ value, ...rest }: AmountProps) => (
  <TextField
    {...rest}
    type="number"
    min={0}
    max={100_000}
    step="any"
    defaultValue={value}
    autoComplete="off"
    required
  />
);

interface PriceButtonProps {
  readonly label: string;
  /** Null for one that the dialog asks for. */
  readonly model: string | null;
  readonly price: Price | null;
  readonly currency: string;
}

export function PriceButton({ label, model, price, currency }: PriceButtonProps) {
  const { revalidate } = useRevalidator();
  const save = async (form: FormData) => {
    await asStaff((client) => setPrice(client, priceIn(form, model)));
    await revalidate();
  };
  return (
    <DialogButton
      label={label}
      variant="secondary"
      titleId={titleId(model ?? 'prices')}
      title={model === null ? 'Price of a model' : `Price of ${model}`}
      operation={save}
      failureOf={errorText}
    >
      {model === null && (
        <TextField
          label="Model"
          name="model"
          hint="As the provider names it, or a part with a star: gemini-*"
          pattern="\s*[!-~]+\s*"
          maxLength={100}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          required
        />
      )}
      <Amount label={`${currency} for a million input tokens`} name="input" value={price?.input_price} />
      <Amount
        label={`${currency} for a million output tokens`}
        name="output"
        hint="Thoughts count as output."
        value={price?.output_price}
      />
      <Amount
        label={`${currency} for a request`}
        name="request"
        hint="Beside its tokens, as for a search of Perplexity; else 0."
        value={price?.request_price ?? 0}
      />
    </DialogButton>
  );
}
