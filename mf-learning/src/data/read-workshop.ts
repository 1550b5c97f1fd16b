import type { Reader } from '@ki/shared/contract/reader.ts';
import { sentAsHtml } from '@ki/shared/contract/server-html.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { WorkshopDetails } from '../model/workshop.ts';
import { SUMMARY, toSummary } from './workshop-rows.ts';

/** The workshop with this id and its texts. Throws `not_found`. */
export async function readWorkshop(reader: Reader, id: string): Promise<WorkshopDetails> {
  const columns = `${SUMMARY}, content, learning_objectives` as const;
  const row = unwrap(await reader.from('workshops').select(columns).eq('id', id).maybeSingle());
  return {
    ...toSummary(row),
    texts: sentAsHtml({ content: row.content, objectives: row.learning_objectives }),
  };
}
