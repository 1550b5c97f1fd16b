import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Container, Section } from '@ki/shared/ui/layout.tsx';
import { ReadFailed } from '@ki/shared/ui/notice.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { PageTitle } from '@ki/shared/ui/page/section-title.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import { useLoaderData } from 'react-router-dom';
import styled from 'styled-components';
import { type Data, TITLE } from './route.ts';

const Titles = styled.ul`
  display: grid;
  gap: ${space[3]};
  margin-block-start: ${space[5]};
`;

export function Component() {
  const { titles } = useLoaderData<Data>();
  return (
    <Section>
      <Container>
        <PageTitle as="h1">{TITLE}</PageTitle>
        <Settled value={titles} loading={<Loading lang="en">Loading...</Loading>}>
          {(result) => (result.ok ? <TitleList titles={result.data} /> : <ReadFailed />)}
        </Settled>
      </Container>
    </Section>
  );
}

function TitleList({ titles }: { titles: readonly string[] }) {
  if (titles.length === 0) return <EmptyState text="Noch nichts da." />;
  return (
    <Titles>
      {titles.map((title) => (
        <li key={title}>{title}</li>
      ))}
    </Titles>
  );
}
