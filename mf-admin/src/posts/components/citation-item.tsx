import { Badge, type BadgeTone } from '@ki/shared/ui/badge.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { color, radius, size, space } from '@ki/shared/ui/theme.ts';
import { Fragment, memo } from 'react';
import styled from 'styled-components';
import { Note } from '../../kit/part.tsx';
import type { CitationState, Judged } from '../model/citations/citations.ts';
import type { Finding, Value, Verdict } from '../model/citations/judge.ts';

export const STATES: Readonly<Record<CitationState, readonly [label: string, tone: BadgeTone]>> = {
  'not found': ['Not found', 'danger'],
  'no source': ['No such source', 'warning'],
  unreadable: ['Unreadable source', 'warning'],
  'no citation': ['No citation', 'accent'],
  waiting: ['Waiting', 'neutral'],
  checking: ['Checking', 'neutral'],
  'not judged': ['Not judged', 'neutral'],
  found: ['Found', 'success'],
};

const Item = styled.li`
  display: grid;
  gap: ${space[2]};
  padding-block: ${space[3]};
  font-size: ${size.small};
  overflow-wrap: anywhere;

  & + & {
    border-block-start: 1px solid ${color.line};
  }
`;

const Sentence = styled.button`
  min-block-size: 1.75rem;
  padding: 0;
  border: 0;
  background: none;
  color: ${color.link};
  font-size: inherit;
  text-align: start;
  overflow-wrap: anywhere;

  &:hover {
    text-decoration: underline;
  }
`;

const Passage = styled.blockquote`
  padding: ${space[2]} ${space[3]};
  border-inline-start: 0.1875rem solid ${color.line};
  border-radius: ${radius.small};
  background: ${color.sunken};

  mark {
    background: ${color.accentSoft};
    color: ${color.onAccentSoft};
    font-weight: 600;
  }
`;

const Values = styled.table`
  inline-size: 100%;
  border-collapse: collapse;

  :is(th, td) {
    padding: ${space[1]} ${space[2]};
    border: 1px solid ${color.line};
    text-align: start;
    vertical-align: top;
    inline-size: 50%;
  }

  th {
    color: ${color.muted};
    font-weight: 600;
  }
`;

/** The passage that has what was compared, that of a value that was not found first. */
function MarkedPassage({ findings }: Verdict) {
  const { passage } = findings.find((one) => !one.isFound && one.passage) ?? findings.find((one) => one.passage) ?? {};
  if (!passage) return null;
  const { text } = passage;
  const marks = findings
    .flatMap((one) => (one.passage === passage && one.source ? [one.source] : []))
    .sort((one, other) => one.start - other.start)
    .filter(({ start }, index, all) => start >= (all[index - 1]?.end ?? 0));
  return (
    <Passage lang="de">
      {marks.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(marks[index - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.end ?? 0)}
    </Passage>
  );
}

const MISSING: Readonly<Record<Value['kind'], string>> = {
  quotation: 'Not to the letter',
  number: 'No such number',
  date: 'No such date',
  address: 'No such address',
};

const Differences = ({ findings }: { readonly findings: readonly Finding[] }) => (
  <Values>
    <thead>
      <tr>
        <th scope="col">In the text</th>
        <th scope="col">In the source</th>
      </tr>
    </thead>
    <tbody lang="de">
      {findings.map(({ value, source }) => (
        <tr key={value.start}>
          <td>{value.text}</td>
          <td>{source?.text ?? <span lang="en">{MISSING[value.kind]}</span>}</td>
        </tr>
      ))}
    </tbody>
  </Values>
);

/** The compared values, and the passages of the source. */
function Compared(verdict: Verdict) {
  const { findings, quote } = verdict;
  const found = findings.filter(({ isFound }) => isFound);
  const missing = findings.filter(({ isFound }) => !isFound);
  return (
    <>
      {found.length > 0 && (
        <Note>
          Found in the source: <span lang="de">{found.map(({ value }) => value.text).join('; ')}</span>
        </Note>
      )}
      {missing.length > 0 && <Differences findings={missing} />}
      <MarkedPassage {...verdict} />
      {quote && (
        <>
          <Note>The model quoted:</Note>
          <Passage lang="de">{quote}</Passage>
        </>
      )}
    </>
  );
}

function SourceLink({ number, source, listed }: Judged) {
  const url = source?.url ?? listed?.url ?? '';
  const title = source?.title || listed?.title || url;
  if (!/^https?:\/\//i.test(url)) return <>{title}</>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" aria-label={`Source ${number}: ${title} (opens a new tab)`}>
      {title}
    </a>
  );
}

const NOTES: Readonly<Partial<Record<CitationState, string>>> = {
  'no source': 'No text is stored for this number, so nothing can be compared.',
  'no citation': 'The sentence states a fact and cites no source.',
  waiting: 'The source is being fetched.',
  'not judged': 'Nothing to compare: left to you.',
};

interface CitationItemProps {
  readonly citation: Judged;
  readonly onChoose: (citation: Judged) => void;
}

/** A citation with its source and what that says; a press on the sentence leads to it. */
export const CitationItem = memo(function CitationItem({ citation, onChoose }: CitationItemProps) {
  const { state, number, sentence, source, verdict } = citation;
  const [label, tone] = STATES[state];
  return (
    <Item>
      <Cluster $gap={2}>
        <Badge $tone={tone}>{label}</Badge>
        {number > 0 && (
          <span>
            [{number}] <SourceLink {...citation} />
          </span>
        )}
      </Cluster>
      <Sentence type="button" lang="de" onClick={() => onChoose(citation)}>
        {sentence.text}
      </Sentence>
      {state === 'unreadable' && <Note>{source?.failure || 'The source could not be read.'}</Note>}
      {NOTES[state] && <Note>{NOTES[state]}</Note>}
      {verdict && <Compared {...verdict} />}
    </Item>
  );
});
