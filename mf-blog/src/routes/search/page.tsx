import { Container, Section, Stack } from '@ki/shared/ui/layout.tsx';
import { ReadFailed } from '@ki/shared/ui/read-failed.tsx';
import { Settled } from '@ki/shared/ui/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useLoaderData } from 'react-router-dom';
import { PageHead } from '../../components/page-head.tsx';
import { HitList } from '../../components/search/hit-list.tsx';
import { SearchForm } from '../../components/search/search-form.tsx';
import type { SearchData } from './loader.ts';

export function Component() {
  const { query, hits } = useLoaderData<SearchData>();
  return (
    <search>
      <PageHead title="Suche">
        <p>Beiträge, Workshops und Online-Kurse. Der Anfang eines Wortes genügt.</p>
        <SearchForm key={query} query={query} />
      </PageHead>
      <Section $air={7}>
        <Container>
          {query !== '' && (
            <Settled key={query} value={hits} loading={<Loading lang="en">Loading...</Loading>}>
              {(result) => (
                <Stack $gap={5}>
                  {!result.ok && <ReadFailed />}
                  <HitList query={query} hits={result.ok ? result.data : []} />
                </Stack>
              )}
            </Settled>
          )}
        </Container>
      </Section>
    </search>
  );
}
