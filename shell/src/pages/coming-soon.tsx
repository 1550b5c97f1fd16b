import { MessagePage } from './message-page.tsx';

/** A page whose content is still to come. */
export function ComingSoon({ title }: { title: string }) {
  return (
    <MessagePage title={title}>
      <p lang="en">This page is coming soon.</p>
    </MessagePage>
  );
}
