import { headlineFor, isTeam, subtitleFor } from '@ki/shared/format/ad.ts';
import { CheckboxField } from '@ki/shared/ui/form/checkbox-field.tsx';
import { SelectField, type SelectFieldProps } from '@ki/shared/ui/form/select-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { AdBanner } from '@ki/shared/ui/media/ad-banner.tsx';
import { from, space } from '@ki/shared/ui/theme.ts';
import { type Control, type UseFormReturn, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { addresses } from '../addresses.ts';
import { Note } from '../kit/part.tsx';
import { Fields } from '../records/form/fields.tsx';
import { RecordForm } from '../records/form/record-form.tsx';
import { useRecordForm } from '../records/form/use-record-form.ts';
import { type FormProps, recordPage } from '../records/record-page.tsx';
import { type AdValues, ad } from './ad-record.ts';
import type { Offers } from './data/list-offers.ts';

const Beside = styled.div`
  display: grid;
  gap: ${space[5]} ${space[6]};
  align-items: start;

  ${from.large} {
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  }
`;

function AdForm({ options: offers, record, copied }: FormProps<typeof ad, Offers>) {
  const editor = useRecordForm(ad, { record, copied });
  const { form } = editor;
  const values = (record ?? copied)?.values ?? ad.initial;
  const type = useWatch({ control: form.control, name: 'type' });
  return (
    <RecordForm editor={editor}>
      <Beside>
        <Stack $gap={5}>
          <Fields
            inputs={editor.inputs}
            own={{
              type: (binding) => (
                <SelectField
                  {...binding}
                  defaultValue={values.type}
                  onChange={(event) => {
                    form.setValue('offerId', '', { shouldDirty: true });
                    return binding.onChange(event as never);
                  }}
                >
                  <option value="team">Team</option>
                  {/* Every stored value but `team` means individual and is kept. */}
                  <option value={isTeam(values.type) ? 'individual' : values.type}>Individual</option>
                </SelectField>
              ),
              offerId: (binding) => (
                <OfferField
                  key={isTeam(type) ? 'workshops' : 'courses'}
                  type={type}
                  offers={offers}
                  form={form}
                  {...binding}
                />
              ),
              isActive: (binding) => <CheckboxField {...binding} label="Active (display this ad on the website)" />,
            }}
          />
        </Stack>
        <AdPreview control={form.control} offers={offers} />
      </Beside>
    </RecordForm>
  );
}

export type OfferFieldProps = Omit<SelectFieldProps, 'label' | 'children' | 'form'> & {
  readonly type: string;
  readonly offers: Offers;
  readonly form: UseFormReturn<AdValues>;
};

/** In place of offers that could not be read. */
const UNREAD: Offers = { workshops: [], courses: [] };

/** Teams are offered workshops, everybody else online courses. */
function OfferField({ type, offers, form, ...binding }: OfferFieldProps) {
  const chosen = useWatch({ control: form.control, name: 'offerId' });
  const list = isTeam(type) ? offers.workshops : offers.courses;
  const [noun, add] = isTeam(type)
    ? (['workshop', addresses.newWorkshop] as const)
    : (['course', addresses.newCourse] as const);
  const where = (
    <>
      There are no {isTeam(type) ? 'workshops' : 'online courses'} yet. <Link to={add}>Add a {noun}</Link>
    </>
  );
  const isGone = chosen !== '' && !list.some(({ id }) => id === chosen);
  return (
    <SelectField
      {...binding}
      label={isTeam(type) ? 'Workshop' : 'Online Course'}
      hint={list.length === 0 && offers !== UNREAD && where}
    >
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

const Frame = styled.section`
  position: sticky;
  inset-block-start: ${space[5]};
  display: grid;
  gap: ${space[2]};

  > h2 {
    font: inherit;
    font-weight: 600;
  }
`;

function AdPreview({ control, offers }: { readonly control: Control<AdValues>; readonly offers: Offers }) {
  const { type = '', offerId, subtitle = '', description = '', ctaText = '', isActive } = useWatch({ control });
  const offer = (isTeam(type) ? offers.workshops : offers.courses).find(({ id }) => id === offerId);
  const ad = {
    headline: headlineFor(type),
    subtitle: subtitleFor(type, offer?.isPublic ? offer.title : null, subtitle),
    description,
    ctaText,
    ctaUrl: null,
  };
  return (
    <Frame aria-labelledby="ad-preview-heading">
      <h2 id="ad-preview-heading">Preview</h2>
      <div lang="de">
        <AdBanner ad={ad} />
      </div>
      <Note>
        {isActive ? 'Shown on the website, in turn with the other active ads.' : 'Inactive: not shown on the website.'}
        {offer && !offer.isPublic && ' The course is a draft: the ad’s own subtitle stands in for it.'}
      </Note>
    </Frame>
  );
}

export const Component = recordPage(ad, {
  Form: AdForm,
  unread: { options: UNREAD, title: 'Workshops and courses could not be loaded.' },
});
