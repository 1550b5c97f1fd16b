import { createClient } from '@supabase/supabase-js';
import { serviceRoleKeyOf } from '../../supabase/local-backend/fixtures/test-backend.ts';
import { dataDirOfPlatform } from '../platform/running-platform.ts';

const PREFIX = 'Testworkshop';
const TOPICS = ['Datenschutz im Kursalltag', 'Prompts für Übungen', 'Prüfen mit KI', 'Bilder und Quellen', 'Feedback'];

const values = async (rows: PromiseLike<{ data: { id: string }[] | null }>) => (await rows).data ?? [];

/** Adds and removes workshops in the matrix of the running platform, past row-level security. */
export async function manyWorkshops(baseURL: string) {
  const { supabase } = (await (await fetch(`${baseURL}/platform.json`)).json()) as { supabase: { url: string } };
  const client = createClient(supabase.url, await serviceRoleKeyOf(dataDirOfPlatform()), {
    auth: { persistSession: false },
  });
  const [categories, groups, levels] = await Promise.all(
    ['matrix_categories', 'matrix_target_groups', 'matrix_levels'].map((table) =>
      values(client.from(table).select('id').order('sort_order')),
    ),
  );
  const idAt = (rows: { id: string }[] | undefined, index: number) => rows?.[index % rows.length]?.id;

  return {
    async add(count: number) {
      const rows = Array.from({ length: count }, (_, index) => ({
        title: `${PREFIX} ${TOPICS[index % TOPICS.length]} ${index}`,
        duration_hours: 1 + (index % 14) / 2,
        price_chf: 100 + (index % 40) * 10,
        category_id: idAt(categories, index),
        target_group_id: idAt(groups, Math.floor(index / 6)),
        level_id: idAt(levels, Math.floor(index / 18)),
      }));
      const { error } = await client.from('matrix_workshops').insert(rows);
      if (error) throw new Error(error.message);
    },
    async remove() {
      const { error } = await client.from('matrix_workshops').delete().like('title', `${PREFIX} %`);
      if (error) throw new Error(error.message);
    },
  };
}
