import { site } from '@ki/shared/contract/site.ts';
import { plural } from '@ki/shared/format/plural.ts';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { from, space } from '@ki/shared/ui/theme.ts';
import { useLoaderData } from 'react-router-dom';
import styled from 'styled-components';
import { NO_ROWS } from '../kinds/data/records.ts';
import { ReadFailed } from '../kit/failures.tsx';
import { PageHead } from '../kit/page-head.tsx';
import { Note } from '../kit/part.tsx';
import { EstimateNote } from './components/estimate-note.tsx';
import { FileForm } from './components/file-form.tsx';
import { SearchForm } from './components/search-form.tsx';
import { useWorkflowStart } from './components/use-workflow-start.ts';
import type { WorkflowPage, WorkflowsData } from './data/workflows.ts';
import { History } from './history.tsx';
import { costText } from './model/ai-cost.ts';
import type { Search } from './model/search-form.ts';
import { type AiCalls, type AiMonth, areUsedUp } from './model/workflow.ts';
import { filePlan, searchPlan } from './plans.ts';

/** Searches, files and articles each use one AI call of the day. */
function AiCallsNote({ calls }: { readonly calls: AiCalls }) {
  const { own, ownLimit, all, limit } = calls;
  return (
    <Note>
      AI calls today: {own} of {ownLimit} by you, {all} of {limit} by everybody.{' '}
      {areUsedUp(calls) && <strong>There are no more today. </strong>}
      Counting starts anew at midnight, {site().timeZone} time.
    </Note>
  );
}

const AiMonthNote = ({ month }: { readonly month: AiMonth }) => (
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
        <Settled value={calls} loading={null}>
          {(result) => result.ok && <AiCallsNote calls={result.data} />}
        </Settled>
        <Settled value={month} loading={null}>
          {(result) => result.ok && <AiMonthNote month={result.data} />}
        </Settled>
      </Used>
      <Settled value={history} loading={<Loading>Loading...</Loading>}>
        {(result) => (
          <Stack>
            {!result.ok && <ReadFailed />}
            <History
              page={result.ok ? result.data : NO_WORKFLOWS}
              searching={search.state.progress !== null}
              onSearch={onSearch}
              estimate={<EstimateNote estimates={estimates} of="generate-article" subject="Each article" />}
            />
          </Stack>
        )}
      </Settled>
    </>
  );
}
