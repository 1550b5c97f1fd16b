import { paths } from '@ki/shared/contract/paths.ts';
import type { Failure } from '@ki/shared/contract/result.ts';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { EmptyState } from '@ki/shared/ui/empty-state.tsx';
import { Container, Section } from '@ki/shared/ui/layout.tsx';
import { ReadFailed } from '@ki/shared/ui/read-failed.tsx';

interface NothingHereProps {
  readonly text: string;
  readonly lang?: string;
  /** Why there is nothing; without one, there simply is nothing (yet). */
  readonly failure?: Failure;
  /** Offers the way home; not on the home page itself. */
  readonly wayHome?: boolean;
}

/** In place of a page's content. A failed read says so beside the text, and can be repeated. */
export function NothingHere({ text, lang, failure, wayHome = true }: NothingHereProps) {
  const unread = failure !== undefined && failure.code !== 'not_found';
  const home = (
    <ButtonLink to={paths.home} variant="secondary">
      Zur Startseite
    </ButtonLink>
  );
  return (
    <Section>
      <Container>
        {unread && <ReadFailed />}
        <EmptyState text={text} lang={lang} action={wayHome && home} />
      </Container>
    </Section>
  );
}
