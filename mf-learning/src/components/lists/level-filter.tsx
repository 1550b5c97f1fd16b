import { SelectField } from '@ki/shared/ui/select-field.tsx';
import { LEVELS, type Level } from '../../model/level.ts';
import { FILTER_NAMES } from '../../model/list-filters.ts';

export const LevelFilter = ({ chosen }: { chosen: Level | '' }) => (
  <SelectField label="Level" name={FILTER_NAMES.level} defaultValue={chosen}>
    <option value="">All Levels</option>
    {LEVELS.map((level) => (
      <option key={level} value={level}>
        {level}
      </option>
    ))}
  </SelectField>
);
