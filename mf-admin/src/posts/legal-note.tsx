import type { Result } from '@ki/shared/contract/result.ts';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { addresses } from '../addresses.ts';
import { LEGAL_PAGES, LEGAL_SLUGS, type LegalPage } from '../records/data/legal.ts';

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

function Missing({ pages }: { readonly pages: readonly LegalPage[] }) {
  const missing = LEGAL_SLUGS.filter((slug) => !pages.some((page) => page.slug === slug && page.isPublic));
  const [first] = missing;
  if (first === undefined) return null;
  const draft = pages.find(({ slug }) => slug === first);
  return (
    <Notice
      tone="warning"
      title="The law requires an imprint, a privacy statement and an accessibility statement."
      action={
        <ButtonLink
          to={draft ? addresses.editPage({ id: draft.id }) : addresses.pageTemplates}
          variant="secondary"
          size="small"
        >
          {draft ? `Finish the ${LEGAL_PAGES[first]}` : `Write the ${LEGAL_PAGES[first]}`}
        </ButtonLink>
      }
    >
      Not public yet: {LIST.format(missing.map((slug) => LEGAL_PAGES[slug]))}.
    </Notice>
  );
}

/** Shows until imprint, privacy and accessibility statement are public. A failed read shows nothing. */
export const LegalNote = ({ pages }: { readonly pages: Promise<Result<readonly LegalPage[]>> }) => (
  <Settled value={pages} loading={null}>
    {(result) => result.ok && <Missing pages={result.data} />}
  </Settled>
);
