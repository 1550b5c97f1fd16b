import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { CheckboxField } from './checkbox-field.tsx';
import { SearchField } from './search-field.tsx';
import { SelectField } from './select-field.tsx';
import { TextAreaField, TextField } from './text-field.tsx';

const describedTexts = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);

describe('every field', () => {
  const note = { label: 'Title', hint: 'Kurz und klar', error: 'Bitte ausfüllen.' };

  test.each([
    ['text', <TextField key="a" {...note} />],
    ['text area', <TextAreaField key="b" {...note} />],
    ['search', <SearchField key="c" {...note} />],
    ['checkbox', <CheckboxField key="d" {...note} />],
    [
      'select',
      <SelectField key="e" {...note}>
        <option>Didaktik</option>
      </SelectField>,
    ],
  ])('(%s) is named by its label and described by error and hint', (_, field) => {
    render(field);
    const control = screen.getByLabelText('Title', { exact: true });
    expect(describedTexts(control)).toEqual(['Bitte ausfüllen.', 'Kurz und klar']);
    expect(control.getAttribute('aria-invalid')).toBe('true');
  });
});

test('a required field is marked next to its label, so that the name stays the label’s text', () => {
  render(<TextField label="Slug" required />);
  expect(screen.getByLabelText('Slug', { exact: true }).hasAttribute('required')).toBe(true);
  expect(screen.getByText('*').getAttribute('aria-hidden')).toBe('true');
});

test('a field without notes is neither invalid nor described', () => {
  render(<TextField label="Slug" id="eigene-id" />);
  const control = screen.getByLabelText('Slug');
  expect(control.id).toBe('eigene-id');
  expect(control.hasAttribute('aria-invalid') || control.hasAttribute('aria-describedby')).toBe(false);
});

test('a hidden label still names its field', () => {
  render(<SearchField label="Suche" labelHidden />);
  expect(screen.getByRole('searchbox', { name: 'Suche' })).toBeTruthy();
});

test('a turn of the wheel scrolls the page and leaves a number as it is', () => {
  render(<TextField label="Minutes" type="number" defaultValue="30" />);
  const control = screen.getByLabelText('Minutes');
  control.focus();
  fireEvent.wheel(control);
  expect(document.activeElement).not.toBe(control);
});
