import type { Reader } from '@ki/shared/contract/reader.ts';
import { sentAsHtml } from '@ki/shared/contract/server-html.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { prepareText } from '@ki/shared/ui/markdown/prepare-text.ts';
import type { WorkshopDetails } from '../model/workshop.ts';
import { SUMMARY, toSummary } from './workshop-rows.ts';

/** The workshop with this id and its texts. Throws `not_found`. */
export async function readWorkshop(reader: Reader, id: string): Promise<WorkshopDetails> {
  const columns = `${SUMMARY}, content, learning_objectives` as const;
  const row = unwrap(await reader.from('workshops').select(columns).eq('id', id).maybeSingle());
  const [content, objectives] = await Promise.all([
    row.content ? prepareText(row.content, { firstLevel: 3, idPrefix: 'inhalt-' }) : null,
    row.learning_objectives ? prepareText(row.learning_objectives, { firstLevel: 4, idPrefix: 'lernziele-' }) : null,
  ]);
  return { ...toSummary(row), texts: sentAsHtml({ content, objectives }) };
}
