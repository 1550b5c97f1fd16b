import { Badge } from '@ki/shared/ui/badge.tsx';
import { Button, ButtonLink } from '@ki/shared/ui/button.tsx';
import { Card, CardBody } from '@ki/shared/ui/card.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { color, from, space } from '@ki/shared/ui/theme.ts';
import { useId, useRef, useState } from 'react';
import styled from 'styled-components';
import { addresses } from '../addresses.ts';
import { asStaff } from '../kit/data/as-staff.ts';
import { Note, Part, PartTitle } from '../kit/part.tsx';
import { useOperation } from '../kit/use-operation.ts';
import { RecordLink, RecordList } from '../records/list/record-link.tsx';
import { type ChangedText, dismissChangedTexts } from './data/changed-texts.ts';
import { skipFirstSteps, type Waits } from './data/what-waits.ts';

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

const Frame = styled(Card)`
  margin-block-end: ${space[5]};
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
export function FirstSteps({ state }: { readonly state: Waits['steps'] }) {
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
        <PartTitle ref={heading} id={headingId} tabIndex={-1}>
          First Steps
        </PartTitle>
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
