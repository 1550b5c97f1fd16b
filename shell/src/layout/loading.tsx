import { Container } from '@ki/shared/ui/layout.tsx';

export const Loading = () => (
  <Container>
    <p role="status">Loading...</p>
  </Container>
);
