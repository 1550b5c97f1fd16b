import { Container, Section } from '@ki/shared/ui/layout.tsx';
import { Loading, Skeleton } from '@ki/shared/ui/skeleton.tsx';

/** A page whose title, too, is still on its way. */
export const PageLoading = () => (
  <Section $air={6}>
    <Container>
      <Loading lang="en">Loading...</Loading>
      <Skeleton lines={6} />
    </Container>
  </Section>
);
