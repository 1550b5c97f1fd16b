import { fireEvent, render, screen } from '@testing-library/react';
import { useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { recordTexts } from '../../kinds/model/define-record.ts';
import { text } from '../../kinds/model/fields.ts';
import { keepingReadable } from '../../kit/readable.ts';
import { Fields } from './fields.tsx';
import type { RecordField } from './use-record-form.ts';
import { KEEPS_FIELDS } from './use-unsaved-input.ts';

interface Values {
  readonly title: string;
  readonly author: string;
}

const FIELDS = { title: text('title', 'Title'), author: text('author', 'Author') };

/** Counts how often each control is rendered. */
const counted: Record<string, number> = {};
const control = ({ error, label, hint: _, required: _r, onKeyUp: _k, ...binding }: RecordField) => {
  counted[binding.name] = (counted[binding.name] ?? 0) + 1;
  return (
    <>
      <input {...binding} aria-label={label} />
      {error}
    </>
  );
};
const OWN = { title: control, author: control };

function Form() {
  const form = useForm<Values>({ defaultValues: { title: 'Alt', author: 'Ada' } });
  const [saves, setSaves] = useState(0);
  const inputs = useMemo(() => {
    const field = (name: keyof Values): RecordField => {
      const error = form.getFieldState(name).error?.message;
      return { ...keepingReadable(form.register(name)), hint: '', label: name, required: false, error };
    };
    return { form, field, fields: FIELDS, texts: recordTexts('Post'), isNew: false, stored: undefined, view: null };
  }, [form]);
  return (
    <>
      <Fields inputs={inputs} own={OWN} />
      <button type="button" onClick={() => setSaves(saves + 1)}>
        Save {saves}
      </button>
      <button type="button" onClick={() => form.setError('title', { message: 'Title is taken' })}>
        Refuse
      </button>
      <button type="button" onClick={() => form.reset({ title: 'Neu', author: 'Eva' }, KEEPS_FIELDS)}>
        Reset
      </button>
    </>
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const values = () => screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);

test('a field is rendered by its error alone, not by the form around nor by other values', () => {
  render(<Form />);
  const before = { ...counted };
  press('Save 0');
  press('Save 1');
  expect(counted).toEqual(before);
  press('Refuse');
  screen.getByText('Title is taken');
  expect(counted).toEqual({ ...before, title: (before.title ?? 0) + 1 });
  press('Reset');
  expect(values()).toEqual(['Neu', 'Eva']);
  expect(screen.queryByText('Title is taken')).toBeNull();
  expect(counted).toEqual({ ...before, title: (before.title ?? 0) + 2 });
});
