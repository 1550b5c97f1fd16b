import { Button } from '@ki/shared/ui/button.tsx';
import { HeartIcon } from '@ki/shared/ui/icons.tsx';

/** Likes are not counted yet: the button is there, and does nothing. */
export const Likes = () => (
  <Button variant="quiet" lang="en" icon={<HeartIcon size={18} />}>
    0 Likes
  </Button>
);
