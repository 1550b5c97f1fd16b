import { Container } from '@ki/shared/ui/layout.tsx';

/** Shown while it is not yet known what the page is. */
export function Loading() {
  return (
    <Container>
      <p role="status">Loading...</p>
    </Container>
  );
}
