import { Button } from '@ki/shared/ui/button.tsx';

/** For whoever has typed something: when the document is loaded anew is theirs to say. */
export const ReloadButton = () => (
  <Button variant="secondary" size="small" onClick={() => location.reload()}>
    Seite neu laden
  </Button>
);
