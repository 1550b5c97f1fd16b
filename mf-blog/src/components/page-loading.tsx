import { Container, Section } from '@ki/shared/ui/layout.tsx';
import { Loading, Skeleton } from '@ki/shared/ui/skeleton.tsx';
import { PageHead } from './page-head.tsx';

/** A page whose data is on its way. */
export function PageLoading({ title, underHeader }: { title: string; underHeader?: boolean }) {
  return (
    <>
      <PageHead title={title} underHeader={underHeader} />
      <Section>
        <Container>
          <Loading lang="en">Loading...</Loading>
          <Skeleton lines={6} />
        </Container>
      </Section>
    </>
  );
}
