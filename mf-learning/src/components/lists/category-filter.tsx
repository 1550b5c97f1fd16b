import type { Result } from '@ki/shared/contract/result.ts';
import { SelectField } from '@ki/shared/ui/select-field.tsx';
import { FILTER_NAMES } from '../../model/list-filters.ts';
import { useLatest } from './use-latest.ts';

interface CategoryFilterProps {
  readonly categories: Result<readonly string[]> | Promise<Result<readonly string[]>>;
  readonly chosen: string;
}

/** The choice of a category. One that the address asks for can be seen here, even when there is none of this name. */
export function CategoryFilter({ categories, chosen }: CategoryFilterProps) {
  const { result } = useLatest(categories);
  const known = result?.ok ? result.data : [];
  const names = chosen === '' || known.includes(chosen) ? known : [...known, chosen];
  return (
    <SelectField label="Category" name={FILTER_NAMES.category} defaultValue={chosen}>
      <option value="">All Categories</option>
      {names.map((name) => (
        <option key={name} value={name} lang="de">
          {name}
        </option>
      ))}
    </SelectField>
  );
}
