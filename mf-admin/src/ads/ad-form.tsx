import { isTeam } from '@ki/shared/format/ad.ts';
import { CheckboxField } from '@ki/shared/ui/checkbox-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { SelectField } from '@ki/shared/ui/select-field.tsx';
import { TextAreaField } from '@ki/shared/ui/text-area-field.tsx';
import { TextField } from '@ki/shared/ui/text-field.tsx';
import { from, space } from '@ki/shared/ui/theme.ts';
import { useWatch } from 'react-hook-form';
import styled from 'styled-components';
import { RecordForm } from '../records/form/record-form.tsx';
import { useSavedForm } from '../records/form/use-saved-form.ts';
import type { FormProps } from '../records/record-page.tsx';
import { AdPreview } from './ad-preview.tsx';
import { ad } from './ad-record.ts';
import type { Offers } from './data/list-offers.ts';
import { OfferField } from './offer-field.tsx';

const Beside = styled.div`
  display: grid;
  gap: ${space[5]} ${space[6]};
  align-items: start;

  ${from.large} {
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  }
`;

/** An ad's fields, and beside them the banner as visitors will see it. */
export function AdForm({ beside: offers, ...editing }: FormProps<typeof ad, Offers>) {
  const saved = useSavedForm(ad, editing);
  const { form, field } = saved;
  const { values } = editing;
  const type = useWatch({ control: form.control, name: 'type' });
  const typeField = field('type');
  return (
    <RecordForm saved={saved}>
      <Beside>
        <Stack $gap={5}>
          <TextField lang="de" {...field('title')} />
          <TextField lang="de" {...field('subtitle')} />
          <TextAreaField lang="de" rows={4} {...field('description')} />
          <TextField lang="de" {...field('ctaText')} />
          <TextField
            placeholder="/workshops/slug or https://example.com"
            inputMode="url"
            autoCapitalize="none"
            {...field('ctaUrl')}
          />
          <SelectField
            {...typeField}
            defaultValue={values.type}
            onChange={(event) => {
              // Workshops and courses are different offers: one cannot become the other.
              form.setValue('offerId', '', { shouldDirty: true });
              return typeField.onChange(event);
            }}
          >
            <option value="team">Team</option>
            {/* Everything but `team` means individual, however it was written when the ad was stored. */}
            <option value={isTeam(values.type) ? 'individual' : values.type}>Individual</option>
          </SelectField>
          <OfferField
            key={isTeam(type) ? 'workshops' : 'courses'}
            type={type}
            offers={offers}
            form={form}
            {...field('offerId')}
          />
          <CheckboxField {...field('isActive')} label="Active (display this ad on the website)" />
        </Stack>
        <AdPreview control={form.control} offers={offers} />
      </Beside>
    </RecordForm>
  );
}
