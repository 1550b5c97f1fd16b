import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { DEFAULT_COLORS, type Palette, paletteOf } from '@ki/shared/ui/palette/palette.ts';
import { from, space } from '@ki/shared/ui/theme.ts';
import { useDeferredValue, useMemo, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import styled from 'styled-components';
import { addresses } from '../addresses.ts';
import { Group, Pair } from '../kinds/form-fields.tsx';
import { Note } from '../kit/part.tsx';
import { Fields } from '../records/form/fields.tsx';
import { RecordForm } from '../records/form/record-form.tsx';
import { useRecordForm } from '../records/form/use-record-form.ts';
import { type FormProps, recordPage } from '../records/record-page.tsx';
import { FormatFields } from './components/format-fields.tsx';
import { ColorField, LogoField, type Used } from './components/look-fields.tsx';
import { Preview } from './components/preview.tsx';
import { showSaved } from './show-saved.ts';
import { type SiteFormReturn, type SiteValues, site } from './site-record.ts';

/** The preview is beside the fields on wide screens, below them on others. */
const Split = styled.div`
  display: grid;
  gap: ${space[6]};
  grid-template-columns: minmax(0, 1fr);

  ${from.large} {
    grid-template-columns: minmax(0, 1.25fr) minmax(0, 1fr);
  }
`;

const HEX = /^#[0-9a-f]{6}$/i;
const SAVED = 'The site is saved. Visitors see it within a second, other open tabs with their next page.';

const usedOf = ({ light, dark }: Palette): Readonly<Record<'brand' | 'accent', Used>> => ({
  brand: [
    ['Buttons', light.brand],
    ['Links', light.link],
    ['Header', light.banner],
    ['Buttons, dark', dark.brand],
  ],
  accent: [
    ['Header and buttons', light.accent],
    ['Marks on light pages', light.mark],
    ['Marks on dark pages', dark.mark],
    ['Soft ground', light.accentSoft],
    ['Soft ground, dark', dark.accentSoft],
  ],
});

/** The last two colours that were whole: the preview stays while somebody types. */
function usePalette(brand: string, accent: string): Palette {
  const whole = useRef(DEFAULT_COLORS);
  if (HEX.test(brand) && HEX.test(accent)) whole.current = { brand: brand.toLowerCase(), accent: accent.toLowerCase() };
  const colors = whole.current;
  return useMemo(() => paletteOf(colors), [colors]);
}

const CONTACT = [
  ...(['legalName', 'responsiblePerson', 'contactEmail', 'phone', 'street', 'postalCode', 'city'] as const),
  ...(['registerEntry', 'vatId', 'socialLinks'] as const),
];

function SiteForm({ record }: FormProps<typeof site, null>) {
  const onSaved = async (values: SiteValues) => {
    await showSaved(values, record?.values).catch((error: unknown) => console.error('site:', error));
    return SAVED;
  };
  const editor = useRecordForm(site, { record, next: { address: addresses.site }, onSaved });
  const { form, field } = editor;
  return (
    <RecordForm editor={{ ...editor, cancel: editor.discard }}>
      <Split>
        <Stack $gap={6}>
          <Group title="Name">
            <Fields inputs={editor.inputs} names={['name', 'shortName', 'claim', 'description']} />
          </Group>
          <LookFields form={form} field={field} />
          <Group title="Texts">
            <Fields inputs={editor.inputs} names={['workshopsIntro', 'coursesIntro', 'matrixTitle']} />
          </Group>
          <FormatFields form={form} field={field} stored={record?.values} />
          <Group title="Contact">
            <Note>The templates of imprint, privacy and accessibility statement take these.</Note>
            <Fields
              inputs={editor.inputs}
              names={CONTACT}
              own={{
                vatId: (binding) => (
                  <Pair>
                    <TextField {...binding} />
                  </Pair>
                ),
              }}
            />
          </Group>
        </Stack>
        <ShownPreview form={form} />
      </Split>
    </RecordForm>
  );
}

interface LookFieldsProps {
  readonly form: SiteFormReturn;
  readonly field: ReturnType<typeof useRecordForm<typeof site>>['field'];
}

function LookFields({ form, field }: LookFieldsProps) {
  const [logo, brand, accent] = useWatch({ control: form.control, name: ['logo', 'brandColor', 'accentColor'] });
  const palette = usePalette(useDeferredValue(brand), useDeferredValue(accent));
  const used = usedOf(palette);
  const set = (name: 'logo' | 'brandColor' | 'accentColor') => (value: string) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  const { label, error } = field('logo');
  return (
    <Group title="Look">
      <LogoField label={label} value={logo} error={error} onChange={set('logo')} />
      {(['brand', 'accent'] as const).map((color) => (
        <ColorField
          key={color}
          {...field(`${color}Color`)}
          pickLabel={`Pick the ${color}`}
          value={color === 'brand' ? brand : accent}
          onPick={set(`${color}Color`)}
          color={color}
          palette={palette}
          used={used[color]}
        />
      ))}
    </Group>
  );
}

function ShownPreview({ form }: Pick<LookFieldsProps, 'form'>) {
  const [name, claim, logo, brand, accent] = useWatch({
    control: form.control,
    name: ['name', 'claim', 'logo', 'brandColor', 'accentColor'],
  });
  const palette = usePalette(useDeferredValue(brand), useDeferredValue(accent));
  return <Preview values={useDeferredValue({ name, claim, logo })} palette={palette} />;
}

export const Component = recordPage(site, {
  Form: SiteForm,
  unread: { options: null, title: 'The site could not be loaded.' },
});
