import { shortDate } from '@ki/shared/format/dates.ts';
import { plural } from '@ki/shared/format/plural.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { Button, ButtonLink } from '@ki/shared/ui/button.tsx';
import { Card, CardBody } from '@ki/shared/ui/card.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { color, from, size, space } from '@ki/shared/ui/theme.ts';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { addresses } from '../addresses.ts';
import { asStaff } from '../kit/data/as-staff.ts';
import { Note, Part } from '../kit/part.tsx';
import { useOperation } from '../kit/use-operation.ts';
import { LEGAL_PAGES, LEGAL_SLUGS, type LegalPage } from '../records/data/legal.ts';
import { RecordLink, RecordList } from '../records/list/record-link.tsx';
import type { PublicationRequest } from '../versions/data/editing.ts';
import { type ChangedText, dismissChangedTexts } from './data/changed-texts.ts';
import { type StepsState, skipFirstSteps } from './data/posts.ts';
import { type PostQuery, searchOf } from './model/post-list.ts';

/** Told once, to publishers, until one of them dismisses it. */
export function ChangedTexts({ texts }: { readonly texts: readonly ChangedText[] }) {
  const [isDismissed, setIsDismissed] = useState(false);
  const dismissing = useOperation(async () => {
    await asStaff(dismissChangedTexts);
    setIsDismissed(true);
    // The button disappears, so the focus moves.
    document.querySelector('h1')?.focus();
  });
  if (texts.length === 0 || isDismissed) return null;
  return (
    <Part title="Published texts that look different since the update">
      <Note>
        A star between letters is itself, as in <span lang="de">Schüler*innen</span>. Two tildes strike out, one does
        not. Comments and empty headings are not shown. Please look at these pages.
      </Note>
      {dismissing.failed && <Notice tone="error">An error occurred</Notice>}
      <RecordList>
        {texts.map((text, place) => (
          <RecordLink key={place} record={text}>
            <Note as="span">{text.changes.join(', ')}</Note>
          </RecordLink>
        ))}
      </RecordList>
      <Cluster>
        <Button variant="secondary" size="small" busy={dismissing.busy} onClick={() => void dismissing.run()}>
          Dismiss for Everybody
        </Button>
      </Cluster>
    </Part>
  );
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** Shows until imprint, privacy and accessibility statement are public. */
export function LegalNote({ pages }: { readonly pages: readonly LegalPage[] }) {
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

/** Leads to the posts that a model wrote and nobody has signed off, and back to all. */
export function Unsigned({ query, count }: { readonly query: PostQuery; readonly count: number }) {
  if (count === 0 && !query.unsigned) return null;
  const other = searchOf({ ...query, unsigned: !query.unsigned, page: 1 });
  return (
    <Part title="AI, not signed off">
      <Cluster>
        <p>Nobody has signed off {plural(count, 'post', 'posts')} that AI wrote. Readers see a label there.</p>
        <ButtonLink to={other} variant="secondary" size="small">
          {query.unsigned ? 'Show All Posts' : 'Review'}
        </ButtonLink>
      </Cluster>
    </Part>
  );
}

const EDIT: Readonly<Record<string, (record: { readonly id: string }) => string>> = {
  posts: addresses.editPost,
  pages: addresses.editPage,
  courses: addresses.editCourse,
  workshops: addresses.editWorkshop,
  ads: addresses.editAd,
};

/** Requests that wait for a publisher; others see their own. */
export function Waiting({ requests }: { readonly requests: readonly PublicationRequest[] }) {
  if (requests.length === 0) return null;
  return (
    <Part title="Waiting for publication">
      <ul>
        {requests.map(({ kind, record, title, requested_at: at, requested_by: by }) => (
          <li key={record}>
            <Link to={EDIT[kind]?.({ id: record }) ?? addresses.dashboard}>{title}</Link>, asked by {by} on{' '}
            {shortDate(at)}
          </li>
        ))}
      </ul>
    </Part>
  );
}

const Frame = styled(Card)`
  margin-block-end: ${space[5]};
`;

const Heading = styled.h2`
  font-size: ${size.h3};
`;

const Step = styled.li`
  display: flex;
  flex-direction: column;
  gap: ${space[2]};
  padding-block: ${space[3]};
  border-block-start: 1px solid ${color.line};

  ${from.medium} {
    flex-direction: row;
    align-items: center;
    justify-content: space-between;
  }
`;

const Title = styled.p`
  font-weight: 600;
`;

/** Shown until each step is done or was declared not needed. */
export function FirstSteps({ state }: { readonly state: StepsState }) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [skipped, setSkipped] = useState<readonly string[]>(state.skipped);
  const open = FIRST_STEPS.filter(({ name }) => !state.done.includes(name) && !skipped.includes(name));
  const skipping = useOperation(async (steps: readonly string[]) => {
    await asStaff((client) => skipFirstSteps(client, steps));
    // The button disappears, so the focus moves.
    const next = steps.length < open.length ? heading.current : document.querySelector('h1');
    next?.focus();
    setSkipped((before) => [...before, ...steps]);
  });
  if (open.length === 0) return null;
  const skip = (steps: readonly { readonly name: string }[]) => void skipping.run(steps.map(({ name }) => name));
  return (
    <Frame as="section" aria-labelledby={headingId}>
      <CardBody>
        <Heading ref={heading} id={headingId} tabIndex={-1}>
          First Steps
        </Heading>
        <Note role="status">
          {FIRST_STEPS.length - open.length} of {FIRST_STEPS.length} done
        </Note>
        {skipping.failed && <Notice tone="error">An error occurred</Notice>}
        <ol>
          {FIRST_STEPS.map((step) => {
            const titleId = `${headingId}-${step.name}`;
            return (
              <Step key={step.name}>
                <div>
                  <Title id={titleId}>{step.title}</Title>
                  <Note>{step.why}</Note>
                </div>
                <Cluster $gap={3}>
                  {open.includes(step) ? (
                    <>
                      <ButtonLink to={step.to} size="small" aria-describedby={titleId}>
                        Open
                      </ButtonLink>
                      <Button
                        variant="secondary"
                        size="small"
                        busy={skipping.busy}
                        aria-describedby={titleId}
                        onClick={() => skip([step])}
                      >
                        Not Needed
                      </Button>
                    </>
                  ) : (
                    <Badge $tone={state.done.includes(step.name) ? 'success' : 'neutral'}>
                      {state.done.includes(step.name) ? '✓ Done' : 'Not needed'}
                    </Badge>
                  )}
                </Cluster>
              </Step>
            );
          })}
        </ol>
        <Cluster>
          <Button variant="secondary" size="small" busy={skipping.busy} onClick={() => skip(open)}>
            Dismiss for Everybody
          </Button>
        </Cluster>
      </CardBody>
    </Frame>
  );
}

/** The names are those of the database. */
const FIRST_STEPS = [
  { name: 'name', title: 'Name the site', why: 'Header, titles and feeds show it.', to: addresses.site },
  { name: 'colors', title: 'Choose the colors', why: 'All pages follow from two colors.', to: addresses.site },
  {
    name: 'imprint',
    title: 'Publish the imprint',
    why: 'The law asks for it. A template stands ready.',
    // It offers the page that exists, too.
    to: addresses.pageTemplates,
  },
  { name: 'post', title: 'Write the first post', why: 'The home page shows the newest.', to: addresses.newPost },
  {
    name: 'invitation',
    title: 'Invite somebody',
    why: 'A second account gets you back in if you lose yours.',
    to: addresses.accounts,
  },
] as const;
