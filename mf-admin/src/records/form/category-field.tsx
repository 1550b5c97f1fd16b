import { SelectField, type SelectFieldProps } from '@ki/shared/ui/select-field.tsx';
import type { Option } from '../model/option.ts';

export type CategoryFieldProps = Omit<SelectFieldProps, 'children'> & {
  readonly categories: readonly Option[];
};

/** Which of the categories, or none. */
export function CategoryField({ categories, ...binding }: CategoryFieldProps) {
  return (
    <SelectField {...binding}>
      <option value="">No category</option>
      {categories.map(({ id, name }) => (
        <option key={id} value={id} lang="de">
          {name}
        </option>
      ))}
    </SelectField>
  );
}
