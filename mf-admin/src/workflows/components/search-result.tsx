import { Button } from '@ki/shared/ui/button.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Markdown } from '@ki/shared/ui/markdown/markdown.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { size } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { unknownCitations, withCitations } from '../model/citations.ts';
import type { SearchResult as Result } from '../model/workflow.ts';
import { Sources } from './sources.tsx';

const Part = styled(Stack)`
  h4 {
    font-size: ${size.h4};
  }
`;

export interface SearchResultProps {
  readonly id: string;
  readonly result: Result;
  readonly busy: boolean;
  readonly onAsk: (question: string) => void;
}

/** What the web answered: text with links to its sources, the sources, and questions to go on with. */
export function SearchResult({ id, result, busy, onAsk }: SearchResultProps) {
  const { content, citations, titles, relatedQuestions } = result;
  const unknown = unknownCitations(content, citations);
  return (
    <Stack $gap={5}>
      <div lang="de">
        <Markdown source={withCitations(content, citations)} firstLevel={4} idPrefix={`${id}-`} />
      </div>
      {unknown.length > 0 && (
        <Notice tone="warning">
          {unknown.map((number) => `[${number}]`).join(', ')} in the text: no such source was named. Marked with a
          question mark.
        </Notice>
      )}
      {citations.length > 0 && (
        <Part as="section" $gap={2}>
          <h4>Sources</h4>
          <Sources citations={citations} titles={titles} />
        </Part>
      )}
      {relatedQuestions.length > 0 && (
        <Part as="section" $gap={2}>
          <h4>Related Questions</h4>
          <RelatedQuestions questions={relatedQuestions} busy={busy} onAsk={onAsk} />
        </Part>
      )}
    </Stack>
  );
}

const Questions = styled.ul`
  display: flex;
  flex-direction: column;
  align-items: start;

  button {
    justify-content: start;
    text-align: start;
  }
`;

function RelatedQuestions(props: Omit<SearchResultProps, 'id' | 'result'> & { readonly questions: readonly string[] }) {
  return (
    <Questions>
      {props.questions.map((question) => (
        <li key={question}>
          <Button variant="quiet" size="small" lang="de" busy={props.busy} onClick={() => props.onAsk(question)}>
            {question}
          </Button>
        </li>
      ))}
    </Questions>
  );
}
