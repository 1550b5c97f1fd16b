import { SelectField } from '@ki/shared/ui/form/select-field.tsx';
import { type ChangeEvent, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { Group, Pair } from '../../kinds/form-fields.tsx';
import type { RecordField } from '../../records/form/use-record-form.ts';
import {
  type Choice,
  countries,
  currencies,
  type Formats,
  formatsOfCountry,
  languages,
  locales,
  timeZones,
} from '../model/formats-of-country.ts';
import type { SiteFormReturn, SiteValues } from '../site-record.ts';

const Options = ({ choices }: { readonly choices: readonly Choice[] }) =>
  choices.map(({ value, name }) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));

const NAMES = ['locale', 'currency', 'timeZone'] as const satisfies (keyof Formats & keyof SiteValues)[];

/** Fills the formats that a country or language proposes, where they are still those of the one before. */
function propose(form: SiteFormReturn, before: Partial<Formats>): void {
  const { country, language } = form.getValues();
  const proposed = formatsOfCountry(country, language);
  for (const name of NAMES) {
    const value = proposed[name];
    if (value === undefined || form.getValues(name) !== before[name]) continue;
    form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  }
}

function useChoices<T>(make: (also: readonly string[]) => T, ...also: readonly (string | undefined)[]): T {
  const codes = also.filter(Boolean).join(' ');
  return useMemo(() => make(codes.split(' ')), [make, codes]);
}

interface FormatFieldsProps {
  readonly form: SiteFormReturn;
  readonly field: (name: 'country' | 'language' | 'locale' | 'currency' | 'timeZone') => RecordField;
  readonly stored: SiteValues | undefined;
}

export function FormatFields({ form, field, stored }: FormatFieldsProps) {
  const [country, language, locale, currency, timeZone] = useWatch({
    control: form.control,
    name: ['country', 'language', 'locale', 'currency', 'timeZone'],
  });
  const ofCountry = formatsOfCountry(country, language).locale ?? locale;
  const choices = {
    countries: useChoices(countries, stored?.country, country),
    languages: useChoices(languages, stored?.language, language),
    locales: useChoices(locales, stored?.locale, locale, ofCountry),
    currencies: useChoices(currencies, stored?.currency, currency),
    timeZones: useChoices(timeZones, stored?.timeZone, timeZone),
  };
  const proposing = (name: 'country' | 'language') => {
    const binding = field(name);
    return {
      ...binding,
      onChange: async (event: ChangeEvent<HTMLSelectElement>) => {
        const before = formatsOfCountry(form.getValues('country'), form.getValues('language'));
        await binding.onChange(event);
        propose(form, before);
      },
    };
  };
  return (
    <Group title="Country and Formats">
      <Pair>
        <SelectField
          {...proposing('country')}
          value={country}
          hint="Proposes the formats beside it, and decides which legal pages are offered"
        >
          <Options choices={choices.countries} />
        </SelectField>
        <SelectField {...proposing('language')} value={language} hint="The language of the texts">
          <Options choices={choices.languages} />
        </SelectField>
        <SelectField {...field('locale')} value={locale} hint="Language and region of dates and prices">
          <Options choices={choices.locales} />
        </SelectField>
        <SelectField {...field('currency')} value={currency} hint="For prices">
          <Options choices={choices.currencies} />
        </SelectField>
        <SelectField {...field('timeZone')} value={timeZone} hint="For dates and times of posts and pages">
          {choices.timeZones.map(([group, zones]) => (
            <optgroup key={group} label={group}>
              <Options choices={zones} />
            </optgroup>
          ))}
        </SelectField>
      </Pair>
    </Group>
  );
}
