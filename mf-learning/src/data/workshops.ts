import type { PictureCopies } from '@ki/shared/contract/pictures.ts';
import { type Preview, previewOr } from '@ki/shared/contract/preview.ts';
import { type Reader, sentAsHtml } from '@ki/shared/contract/reads.ts';
import { containing } from '@ki/shared/data/containing.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { copiesBy, pictureOf, picturesOf } from '@ki/shared/data/picture-copies.ts';
import { prepareText } from '@ki/shared/ui/markdown/prepare-text.ts';
import type { ListFilters, ListPage } from '../model/list.ts';
import type { WorkshopDetails, WorkshopSummary } from '../model/workshop.ts';
import { readPage } from './lists.ts';

export const DESCRIPTION_LENGTH = 160;

const CARD = 'id, title, subtitle, description, duration, max_participants, picture';

const SUMMARY = `${CARD}, category:workshop_categories(name)` as const;
/** The inner join makes the category's name filterable and drops workshops without a category. */
const SUMMARY_BY_CATEGORY = `${CARD}, category:workshop_categories!inner(name)` as const;

type Row = NonNullable<Awaited<ReturnType<typeof query>>['data']>[number];

const NO_PICTURES: PictureCopies = new Map();

export function toSummary(row: Row, pictures: PictureCopies = NO_PICTURES): WorkshopSummary {
  const picture = pictureOf(row, pictures);
  return {
    id: row.id,
    title: row.title,
    subtitle: row.subtitle,
    description: row.description,
    duration: row.duration,
    maxParticipants: row.max_participants,
    category: row.category?.name ?? null,
    ...(picture && { picture }),
  };
}

export async function listWorkshopCategories(reader: Reader): Promise<readonly string[]> {
  const rows = unwrap(await reader.from('workshop_categories').select('name').order('name'));
  return rows.map(({ name }) => name);
}

type Filters = Pick<ListFilters, 'search' | 'category'>;

export async function listWorkshops(
  reader: Reader,
  filters: Filters,
  page: number,
): Promise<ListPage<WorkshopSummary>> {
  const found = await readPage(page, (from, to) => query(reader, filters).range(from, to));
  const pictures = await picturesOf(reader, found.entries);
  return { ...found, entries: found.entries.map((row) => toSummary(row, pictures)) };
}

function query(reader: Reader, { search, category }: Filters) {
  const columns = category ? SUMMARY_BY_CATEGORY : SUMMARY;
  let rows = reader.from('workshops').select(columns, { count: 'exact' });
  if (category) rows = rows.eq('category.name', category);
  if (search) rows = rows.or(containing(['title'], search));
  return rows.order('created_at', { ascending: false }).order('id');
}

export async function readWorkshopRow(reader: Reader, id: string) {
  const columns = `${SUMMARY}, content, learning_objectives, updated_at` as const;
  return unwrap(await reader.from('workshops').select(columns).eq('id', id).maybeSingle());
}

/** `firstLevel`: the level of the texts' headings; those of the learning objectives are one below. */
export async function readWorkshop(
  reader: Reader,
  id: string,
  firstLevel: 2 | 3,
  preview?: Preview,
): Promise<WorkshopDetails> {
  const row = await previewOr(preview, () => readWorkshopRow(reader, id));
  const copies = copiesBy(reader);
  const [pictures, content, objectives] = await Promise.all([
    picturesOf(reader, [row]),
    row.content ? prepareText(row.content, copies, { firstLevel, idPrefix: 'inhalt-' }) : null,
    row.learning_objectives
      ? prepareText(row.learning_objectives, copies, { firstLevel: firstLevel === 2 ? 3 : 4, idPrefix: 'lernziele-' })
      : null,
  ]);
  return { ...toSummary(row, pictures), texts: sentAsHtml({ content, objectives }) };
}
