import { isTeam } from '@ki/shared/format/ad.ts';
import { SelectField, type SelectFieldProps } from '@ki/shared/ui/select-field.tsx';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { AdValues } from './ad-record.ts';
import type { Offers } from './data/list-offers.ts';

export type OfferFieldProps = Omit<SelectFieldProps, 'label' | 'children' | 'form'> & {
  readonly type: string;
  readonly offers: Offers;
  readonly form: UseFormReturn<AdValues>;
};

/** What the ad promotes: a workshop for teams, an online course for everybody else. */
export function OfferField({ type, offers, form, ...binding }: OfferFieldProps) {
  const chosen = useWatch({ control: form.control, name: 'offerId' });
  const list = isTeam(type) ? offers.workshops : offers.courses;
  const isGone = chosen !== '' && !list.some(({ id }) => id === chosen);
  return (
    <SelectField {...binding} label={isTeam(type) ? 'Workshop' : 'Online Course'}>
      <option value="">No specific offer</option>
      {list.map(({ id, title, isPublic }) => (
        <option key={id} value={id}>
          {isPublic ? title : `${title} (Draft)`}
        </option>
      ))}
      {isGone && <option value={chosen}>An offer that no longer exists</option>}
    </SelectField>
  );
}
