import type { Result } from '@ki/shared/contract/result.ts';
import { site } from '@ki/shared/contract/site.ts';
import { plural } from '@ki/shared/format/plural.ts';
import { from, space } from '@ki/shared/ui/theme.ts';
import { useLoaderData } from 'react-router-dom';
import styled from 'styled-components';
import { NO_ROWS } from '../kinds/data/records.ts';
import { PageHead } from '../kit/page-head.tsx';
import { Note } from '../kit/part.tsx';
import { ReadBeside, ReadList } from '../kit/read-list.tsx';
import { FileForm, SearchForm } from './components/start-forms.tsx';
import type { WorkflowPage, WorkflowsData } from './data/workflows.ts';
import { History } from './history.tsx';
import type { Search } from './model/search-form.ts';
import { type AiCalls, areUsedUp, type CallCost, costText, type Estimates } from './model/workflow.ts';
import { filePlan, searchPlan, useWorkflowStart } from './start-workflow.ts';

/** Searches, files and articles each use one AI call of the day. */
function AiCallsNote({ calls }: { readonly calls: AiCalls }) {
  const { mine, of_account: mostOfAccount, everybodys, in_all: most } = calls;
  return (
    <Note>
      AI calls today: {mine} of {mostOfAccount} by you, {everybodys} of {most} by everybody.{' '}
      {areUsedUp(calls) && <strong>There are no more today. </strong>}
      Counting starts anew at midnight, {site().timeZone} time.
    </Note>
  );
}

const AiMonthNote = ({ month }: { readonly month: CallCost }) => (
  <Note>
    This month: {plural(month.calls, 'AI call', 'AI calls')} by everybody, {costText(month)}.
  </Note>
);

const Starts = styled.div`
  display: grid;
  gap: ${space[5]};
  margin-block-end: ${space[3]};

  ${from.large} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

const Used = styled.div`
  min-block-size: 3rem;
  margin-block-end: ${space[6]};
`;

const NO_WORKFLOWS: WorkflowPage = { ...NO_ROWS, costs: new Map() };

export function Component() {
  const { history, calls, month, estimates } = useLoaderData<WorkflowsData>();
  const search = useWorkflowStart();
  const ideas = useWorkflowStart();
  const onSearch = (values: Search) => void search.start(searchPlan(values));
  return (
    <>
      <PageHead title="Workflows" subtitle="Research on the web, ideas for posts, and articles made of them" />
      <Starts>
        <SearchForm
          state={search.state}
          onSearch={onSearch}
          estimate={<EstimateNote estimates={estimates} of="web-search" />}
        />
        <FileForm
          state={ideas.state}
          onFile={(file) => void ideas.start(filePlan(file))}
          estimate={<EstimateNote estimates={estimates} of="blog-ideas" />}
        />
      </Starts>
      <Used>
        <ReadBeside value={calls}>{(data) => <AiCallsNote calls={data} />}</ReadBeside>
        <ReadBeside value={month}>{(data) => <AiMonthNote month={data} />}</ReadBeside>
      </Used>
      <ReadList value={history} none={NO_WORKFLOWS}>
        {(page) => (
          <History
            page={page}
            searching={search.state.progress !== null}
            onSearch={onSearch}
            estimate={<EstimateNote estimates={estimates} of="generate-article" subject="Each article" />}
          />
        )}
      </ReadList>
    </>
  );
}

interface EstimateNoteProps {
  readonly estimates: Promise<Result<Estimates>>;
  readonly of: 'web-search' | 'blog-ideas' | 'generate-article';
  /** The work that is estimated, where it is not the button above. */
  readonly subject?: string;
}

/** Before a call: what calls like it used. Nothing before the first. */
const EstimateNote = ({ estimates, of, subject }: EstimateNoteProps) => (
  <ReadBeside value={estimates}>
    {({ [of]: estimate }) =>
      estimate && (
        <Note>
          {subject ? `${subject}: about` : 'About'} {costText(estimate)}{' '}
          {estimate.calls === 1 ? '(as the last time)' : `(median of the last ${estimate.calls})`}
        </Note>
      )
    }
  </ReadBeside>
);
