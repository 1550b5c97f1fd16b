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
import { AdPreview } from './ad-preview.tsx';
import { type AdValues, adSchema, type Offers } from './data/ad-form.ts';
import { OfferField } from './offer-field.tsx';

const Beside = styled.div`
  display: grid;
  gap: ${space[5]} ${space[6]};
  align-items: start;

  ${from.large} {
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  }
`;

export interface AdFormProps {
  readonly record: string;
  readonly values: AdValues;
  /** `updated_at` of the ad; null for a new one. */
  readonly base: string | null;
  readonly offers: Offers;
  readonly save: (values: AdValues, base: string | null) => Promise<unknown>;
  readonly leave: () => void;
}

export function AdForm({ record, values, base, offers, save, leave }: AdFormProps) {
  const isNew = base === null;
  const saved = useSavedForm({ record, schema: adSchema, values, base, save, leave });
  const { form, field } = saved;
  const type = useWatch({ control: form.control, name: 'type' });
  const typeField = field('type');
  return (
    <RecordForm
      label={isNew ? 'Create New Ad' : 'Edit Ad'}
      saved={saved}
      failure="An error occurred"
      submitLabel={isNew ? 'Create Ad' : 'Update Ad'}
    >
      <Beside>
        <Stack $gap={5}>
          <TextField label="Title" lang="de" required {...field('title')} />
          <TextField label="Subtitle" lang="de" required {...field('subtitle')} />
          <TextAreaField label="Description" lang="de" rows={4} required {...field('description')} />
          <TextField label="Call-to-Action Text" lang="de" required {...field('ctaText')} />
          <TextField
            label="Call-to-Action URL"
            placeholder="/workshops/slug or https://example.com"
            inputMode="url"
            autoCapitalize="none"
            required
            {...field('ctaUrl')}
          />
          <SelectField
            label="Target Audience Type"
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
          <CheckboxField label="Active (display this ad on the website)" {...field('isActive')} />
        </Stack>
        <AdPreview control={form.control} offers={offers} />
      </Beside>
    </RecordForm>
  );
}
