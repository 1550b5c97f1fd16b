import { DataError } from '@ki/shared/data/errors.ts';
import { Button, ButtonLink } from '@ki/shared/ui/button.tsx';
import { SelectField } from '@ki/shared/ui/form/select-field.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useState } from 'react';
import { useLoaderData, useNavigate } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../kit/data/as-staff.ts';
import { ReadResult } from '../kit/failures.tsx';
import { serverNow } from '../kit/model/clock.ts';
import { PageHead } from '../kit/page-head.tsx';
import { Note, Part } from '../kit/part.tsx';
import { errorText, useOperation } from '../kit/use-operation.ts';
import { LEGAL_SLUGS, type LegalSlug } from '../records/model/legal.ts';
import { addDraft, type TemplateFacts, type TemplatesData } from './data/pages.ts';
import { COUNTRIES, countryOf, isCountry } from './templates/parts.ts';
import { TITLES, templateOf } from './templates/templates.ts';

interface TemplateProps {
  readonly slug: LegalSlug;
  readonly country: keyof typeof COUNTRIES;
  readonly facts: TemplateFacts;
}

const failureOf = (error: unknown) =>
  error instanceof DataError && error.constraint
    ? 'Somebody else has written this page meanwhile. Reload to see it.'
    : errorText(error);

function Template({ slug, country, facts }: TemplateProps) {
  const navigate = useNavigate();
  const existing = facts.pages.find((page) => page.slug === slug);
  const { run, busy, failed, error } = useOperation(async () => {
    const content = templateOf(slug, country, { ...facts, today: new Date(serverNow()) });
    const id = await asStaff((client) => addDraft(client, { slug, title: TITLES[slug], content }));
    await navigate(addresses.editPage({ id }));
  });
  return (
    <Part title={`${TITLES[slug]}, /${slug}`}>
      <Cluster $gap={3}>
        {existing ? (
          <>
            <ButtonLink to={addresses.editPage({ id: existing.id })} variant="secondary">
              {`Edit ${TITLES[slug]}`}
            </ButtonLink>
            <Note as="span">{existing.isPublic ? 'Public.' : 'A draft.'} A template never overwrites a page.</Note>
          </>
        ) : (
          <Button busy={busy} onClick={() => void run()}>{`Create ${TITLES[slug]}`}</Button>
        )}
      </Cluster>
      {failed && <Notice tone="error">{failureOf(error)}</Notice>}
    </Part>
  );
}

/** Every template takes these columns from the site. */
const CONTACT = [
  'legal_name',
  'responsible_person',
  'contact_email',
  'phone',
  'street',
  'postal_code',
  'city',
] as const;

const lacksContact = ({ site }: TemplateFacts) => CONTACT.some((column) => site[column].trim() === '');

function Templates({ facts }: { readonly facts: TemplateFacts }) {
  const [country, setCountry] = useState(countryOf(facts.site.country));
  return (
    <Stack $gap={6}>
      <Notice tone="warning" title="These are templates and no legal advice.">
        Each text is a beginning: check every sentence, fill the marked gaps, and let somebody who knows the law read
        it. A page begins as a draft, with a link in the footer that shows once the page is public.
      </Notice>
      {lacksContact(facts) && (
        <Notice
          title="Contact at Site is incomplete."
          action={
            <ButtonLink to={addresses.site} variant="secondary">
              Fill In Contact
            </ButtonLink>
          }
        >
          Templates take name, address and contact from there; what is missing becomes a gap in each text.
        </Notice>
      )}
      <SelectField
        label="Country"
        name="country"
        value={country}
        onChange={async ({ target }) => {
          if (isCountry(target.value)) setCountry(target.value);
        }}
      >
        {Object.entries(COUNTRIES).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      {LEGAL_SLUGS.map((slug) => (
        <Template key={slug} slug={slug} country={country} facts={facts} />
      ))}
    </Stack>
  );
}

export function Component() {
  const { facts } = useLoaderData<TemplatesData>();
  return (
    <>
      <PageHead title="Page Templates" subtitle="Imprint, privacy and accessibility statement in German" />
      <ReadResult value={facts}>{(data) => <Templates facts={data} />}</ReadResult>
    </>
  );
}
