import { Stack } from '@ki/shared/ui/layout.tsx';
import { Settled } from '@ki/shared/ui/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { from, space } from '@ki/shared/ui/theme.ts';
import { useLoaderData } from 'react-router-dom';
import styled from 'styled-components';
import type { Page } from '../records/data/records.ts';
import { PageHead } from '../records/page-head.tsx';
import { ReadFailed } from '../records/read-failed.tsx';
import { AiCallsNote } from './components/ai-calls-note.tsx';
import { FileForm } from './components/file-form.tsx';
import { SearchForm } from './components/search-form.tsx';
import { useWorkflowStart } from './components/use-workflow-start.ts';
import { History } from './history.tsx';
import type { WorkflowsData } from './loader.ts';
import type { Search } from './model/search-form.ts';
import type { WorkflowRun } from './model/workflow.ts';
import { filePlan, searchPlan } from './plans.ts';

const Starts = styled.div`
  display: grid;
  gap: ${space[5]};
  margin-block-end: ${space[3]};

  ${from.large} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

/** Keeps its line while the numbers come. */
const Used = styled.div`
  min-block-size: 1.5rem;
  margin-block-end: ${space[6]};
`;

const NOTHING: Page<WorkflowRun> = { rows: [], total: 0 };

export function Component() {
  const { history, calls } = useLoaderData<WorkflowsData>();
  const search = useWorkflowStart();
  const ideas = useWorkflowStart();
  const onSearch = (asked: Search) => void search.start(searchPlan(asked));
  return (
    <>
      <PageHead title="Workflows" subtitle="Research on the web, ideas for posts, and articles made of them" />
      <Starts>
        <SearchForm state={search.state} onSearch={onSearch} />
        <FileForm state={ideas.state} onFile={(file) => void ideas.start(filePlan(file))} />
      </Starts>
      <Used>
        <Settled value={calls} loading={null}>
          {(result) => result.ok && <AiCallsNote calls={result.data} />}
        </Settled>
      </Used>
      <Settled value={history} loading={<Loading>Loading...</Loading>}>
        {(result) => (
          <Stack>
            {!result.ok && <ReadFailed />}
            <History
              page={result.ok ? result.data : NOTHING}
              searching={search.state.progress !== null}
              onSearch={onSearch}
            />
          </Stack>
        )}
      </Settled>
    </>
  );
}
