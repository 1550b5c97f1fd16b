import type { Connection } from '@ki/shared/data/clients.ts';

const CHANNEL = 'content';

/** Adds the listener of an event. */
export type Notifications = (event: 'changed' | 'queued', listener: (payload: unknown) => void) => void;

/**
 * Subscribes to notifications of the database, in a private channel: only the database sends there. The Realtime client
 * reconnects by itself; polling covers what it misses.
 */
export function followNotifications({ url, key }: Connection): Notifications {
  const listeners = new Map<string, (payload: unknown) => void>();
  void import('@supabase/realtime-js').then(({ RealtimeClient }) => {
    const client = new RealtimeClient(`${url.replace(/^http/, 'ws')}/realtime/v1`, { params: { apikey: key } });
    client
      .channel(CHANNEL, { config: { private: true } })
      .on('broadcast', { event: '*' }, ({ event, payload }) => listeners.get(event)?.(payload))
      .subscribe();
  });
  return (event, listener) => void listeners.set(event, listener);
}
