import { ServerHtml } from './server-html.tsx';
import { Settled, type SettledProps } from './settled.tsx';

/**
 * {@link Settled} for a part that nobody can operate: what the server rendered stays as it is, and the browser gets
 * neither its data nor the work of adopting it (see `resultSentAsHtml`). Its links work all the same.
 */
export function SettledHtml<T>({ value, loading, children }: SettledProps<T>) {
  // Not a result in the browser where the server has sent the HTML: JSON made it `null`.
  const isHere = value === null;
  return (
    <ServerHtml>
      {isHere ? null : (
        <Settled value={value} loading={loading}>
          {children}
        </Settled>
      )}
    </ServerHtml>
  );
}
