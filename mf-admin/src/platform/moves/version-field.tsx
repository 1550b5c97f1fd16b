import { shortDate } from '@ki/shared/format/dates.ts';
import { SelectField } from '@ki/shared/ui/select-field.tsx';
import type { Remote } from '../model/platform.ts';

/** Chooses a version that was checked; at first the canary, or else the newest. */
export function VersionField({ versions, canary }: { versions: Remote['checked']; canary: Remote['canary'] }) {
  return (
    <SelectField label="Version" name="version" defaultValue={canary?.version ?? versions[0]?.version}>
      {versions.map(({ version, published_at: publishedAt }) => (
        <option key={version} value={version}>
          {version}
          {version === canary?.version ? ' (canary)' : ''}, {shortDate(publishedAt)}
        </option>
      ))}
    </SelectField>
  );
}
