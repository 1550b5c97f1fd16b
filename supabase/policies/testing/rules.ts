import type { Role } from './backend.ts';
import { ids } from './ids.ts';

export interface TableRules {
  /** The rows that a role sees, as an SQL condition; `refused` when it may not read the table at all. */
  readonly sees: Readonly<Record<Role, string>>;
  /** `database`: by triggers only, not even with the secret key. */
  readonly writtenBy: 'staff' | 'nobody' | 'database';
  /** A new row that satisfies every constraint. */
  readonly row: Readonly<Record<string, unknown>>;
  /** Columns that clients never write, besides those that no table lets them write. */
  readonly derived?: readonly string[];
  /** Clients may give a new row its id. */
  readonly hasOwnId?: true;
  /** The row is there from the beginning; nobody adds or deletes one. */
  readonly hasOneRow?: true;
  /** A change of such a row that satisfies every constraint. */
  readonly change: Readonly<Record<string, unknown>>;
}

export const REFUSED = 'refused';

const everything = { visitor: 'true', outsider: 'true', staff: 'true' };
const onlyStaff = { visitor: REFUSED, outsider: 'false', staff: 'true' };
const onlyIf = (condition: string) => ({ visitor: condition, outsider: condition, staff: 'true' });

/** Rules of a table that everybody reads and staff change. */
const byStaff = { sees: everything, writtenBy: 'staff' } as const;
const matrixAxis = { ...byStaff, row: { code: 'Z', name: 'Neu', sort_order: 9 }, change: { name: 'Anders' } };

/** Every table of the API. A table that is missing here fails the test of the table list. */
export const rules = {
  categories: { sees: everything, writtenBy: 'staff', row: { name: 'Neu', slug: 'neu' }, change: { name: 'Anders' } },
  posts: {
    sees: onlyIf('published_at <= now()'),
    writtenBy: 'staff',
    derived: ['ai'],
    row: { title: 'Neu', slug: 'neu', content: 'Text', published_at: '2020-01-01T00:00:00Z', author: 'Redaktion' },
    change: { title: 'Anders' },
  },
  ads: {
    sees: onlyIf('is_active'),
    writtenBy: 'staff',
    row: { title: 'Neu', subtitle: 'Mehr', description: 'Text', cta_url: '/', type: 'other', is_active: true },
    change: { title: 'Anders' },
  },
  workflows: {
    sees: onlyStaff,
    writtenBy: 'staff',
    row: { workflow_type: 'gemini_blog_ideas', input_data: { filename: 'notizen.md' } },
    change: { status: 'completed', output_data: { items: [] } },
  },
  prompts: {
    sees: onlyStaff,
    writtenBy: 'staff',
    row: { name: 'Neu', prompt_text: 'Suche.', workflow_type: 'perplexity_web_search' },
    change: { name: 'Anders' },
  },
  workshop_categories: { sees: everything, writtenBy: 'staff', row: { name: 'Neu' }, change: { name: 'Anders' } },
  workshops: {
    sees: everything,
    writtenBy: 'staff',
    row: { title: 'Neu', duration: '01:00:00' },
    change: { title: 'Anders' },
  },
  course_categories: { sees: everything, writtenBy: 'staff', row: { name: 'Neu' }, change: { name: 'Anders' } },
  courses: {
    sees: onlyIf('is_published'),
    writtenBy: 'staff',
    row: { title: 'Neu', slug: 'neu', is_published: true },
    change: { title: 'Anders' },
  },
  modules: {
    sees: onlyIf(`course_id = '${ids.course}'`),
    writtenBy: 'staff',
    row: { course_id: ids.course, title: 'Neu', order_position: 2 },
    change: { title: 'Anders' },
  },
  lessons: {
    sees: onlyIf(`module_id in ('${ids.firstModule}', '${ids.secondModule}')`),
    writtenBy: 'staff',
    row: { module_id: ids.firstModule, title: 'Neu', captions: 'WEBVTT', transcript: 'Text', order_position: 2 },
    change: { title: 'Anders', captions: 'WEBVTT – neu', transcript: 'Anders' },
  },
  matrix_categories: matrixAxis,
  matrix_target_groups: matrixAxis,
  matrix_levels: matrixAxis,
  matrix_dimensions: { ...byStaff, row: { name: 'Neu', sort_order: 9 }, change: { name: 'Anders' } },
  matrix_workshops: {
    ...byStaff,
    row: {
      title: 'Neu',
      duration_hours: 7,
      price_chf: 0,
      category_id: ids.matrixCategory,
      target_group_id: ids.matrixTargetGroup,
      level_id: ids.matrixLevel,
    },
    change: { title: 'Anders' },
  },
  matrix_workshop_learning_objectives: {
    ...byStaff,
    row: { matrix_workshop_id: ids.matrixWorkshop, dimension_id: ids.otherMatrixDimension, objective: 'Neu' },
    change: { objective: 'Anders' },
  },
  site: { sees: everything, writtenBy: 'staff', hasOneRow: true, row: { name: 'Neu' }, change: { name: 'Anders' } },
  pages: {
    sees: onlyIf('published_at <= now()'),
    writtenBy: 'staff',
    row: { title: 'Neu', slug: 'neu', content: 'Text', published_at: '2020-01-01T00:00:00Z' },
    change: { title: 'Anders' },
  },
  links: {
    sees: everything,
    writtenBy: 'staff',
    row: { place: 'footer', label: 'Neu', address: '/neu', position: 0 },
    change: { label: 'Anders' },
  },
  redirects: {
    sees: onlyIf('public_from <= now()'),
    writtenBy: 'staff',
    derived: ['relation', 'record_id', 'public_from'],
    row: { address: '/alt', target: '/kontakt' },
    change: { target: 'https://example.org/kontakt' },
  },
  pictures: {
    sees: onlyStaff,
    writtenBy: 'staff',
    derived: ['content_type', 'width', 'height', 'bytes', 'sized_at', 'failure', 'origin', 'original'],
    hasOwnId: true,
    row: { title: 'Neu', alt: 'Ein Kursraum', focus_x: 0.2 },
    change: { title: 'Anders', alt: 'Ein anderer Kursraum' },
  },
  drafts: { sees: onlyStaff, writtenBy: 'database', row: {}, change: { content: {} } },
  sources: { sees: onlyStaff, writtenBy: 'database', row: {}, change: { title: 'Anders' } },
  citation_checks: { sees: onlyStaff, writtenBy: 'database', row: {}, change: { reason: 'Anders' } },
  trail: { sees: onlyStaff, writtenBy: 'database', row: {}, change: { title: 'Anders' } },
} satisfies Readonly<Record<string, TableRules>>;

/** Every view of the API: each shows a part of the rows that its reader may read anyway. */
export const views = ['shown_ads'];

export type TableName = keyof typeof rules;
