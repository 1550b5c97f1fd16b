import type { Connection } from '@ki/shared/data/clients.ts';

/** The public channel on which the database of a hosted project says that something changed, and how it says it. */
const CHANNEL = 'content';
const EVENT = 'changed';

/** Listens to a hosted project for changes, over Supabase Realtime. Its client is loaded for this alone; it reconnects by itself. */
export async function followBroadcasts({ url, key }: Connection, onChanged: () => void): Promise<void> {
  const { RealtimeClient } = await import('@supabase/realtime-js');
  const client = new RealtimeClient(`${url.replace(/^http/, 'ws')}/realtime/v1`, { params: { apikey: key } });
  client.channel(CHANNEL).on('broadcast', { event: EVENT }, onChanged).subscribe();
}
