import { MessagePage } from './message-page.tsx';

/** The page for addresses that do not exist. */
export function NotFound() {
  return (
    <MessagePage title="Seite nicht gefunden">
      <p>Unter dieser Adresse gibt es nichts (mehr). Vielleicht führt ein Tippfehler hierher.</p>
    </MessagePage>
  );
}
