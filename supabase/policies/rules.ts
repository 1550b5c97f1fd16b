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
const matrixAxis = {
  ...byStaff,
  row: { code: 'Z', name: 'Neu', sort_order: 9 },
  change: { name: 'Anders' },
};

/** Every table of the API. A table that is missing here fails the test of the table list. */
export const rules = {
  categories: {
    sees: everything,
    writtenBy: 'staff',
    row: { name: 'Neu', slug: 'neu' },
    change: { name: 'Anders' },
  },
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
  matrix_dimensions: {
    ...byStaff,
    row: { name: 'Neu', sort_order: 9 },
    change: { name: 'Anders' },
  },
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
  site: {
    sees: everything,
    writtenBy: 'staff',
    hasOneRow: true,
    row: { name: 'Neu' },
    change: { name: 'Anders' },
  },
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
  pictures: {
    sees: onlyStaff,
    writtenBy: 'staff',
    derived: ['content_type', 'width', 'height', 'bytes', 'sized_at', 'failure'],
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

const everybody = ['visitor', 'outsider', 'staff'] as const;

/** The roles that may call a function of the database through the API; policies decide about its effects. */
export const callers = {
  is_staff: everybody,
  is_operator: ['outsider', 'staff'],
  account_is_staff: everybody,
  search: everybody,
  count_posts: everybody,
  newest_posts: everybody,
  content_versions: everybody,
  read_site: everybody,
  first_steps: ['outsider', 'staff'],
  skip_first_steps: ['outsider', 'staff'],
  page_slugs: everybody,
  save_page: ['outsider', 'staff'],
  reorder_links: ['outsider', 'staff'],
  links_without_page: ['outsider', 'staff'],
  offered_links: ['outsider', 'staff'],
  dismiss_link: ['outsider', 'staff'],
  retention_periods: ['outsider', 'staff'],
  activate_prompt: ['outsider', 'staff'],
  reorder_course: ['outsider', 'staff'],
  create_module: ['outsider', 'staff'],
  create_lesson: ['outsider', 'staff'],
  delete_module: ['outsider', 'staff'],
  delete_lesson: ['outsider', 'staff'],
  duplicate_course: ['outsider', 'staff'],
  duplicate_module: ['outsider', 'staff'],
  duplicate_lesson: ['outsider', 'staff'],
  fail_stale_workflows: ['outsider', 'staff'],
  sign_up_is_open: everybody,
  read_invitation: everybody,
  accept_invitation: ['outsider', 'staff'],
  read_accounts: ['outsider', 'staff'],
  invite_colleague: ['outsider', 'staff'],
  revoke_invitation: ['outsider', 'staff'],
  remove_staff: ['outsider', 'staff'],
  export_account: ['outsider', 'staff'],
  delete_account: ['outsider', 'staff'],
  expect_fresh_sign_in: ['outsider', 'staff'],
  history: ['outsider', 'staff'],
  trash: ['outsider', 'staff'],
  restore_version: ['outsider', 'staff'],
  restore_deleted: ['outsider', 'staff'],
  reorder_matrix: ['outsider', 'staff'],
  save_matrix_workshop: ['outsider', 'staff'],
  count_uses: ['outsider', 'staff'],
  delete_category: ['outsider', 'staff'],
  open_record: ['outsider', 'staff'],
  close_record: ['outsider', 'staff'],
  read_draft: ['outsider', 'staff'],
  save_draft: ['outsider', 'staff'],
  publish_draft: ['outsider', 'staff'],
  discard_draft: ['outsider', 'staff'],
  keep_citations: ['outsider', 'staff'],
  create_preview: ['outsider', 'staff'],
  list_previews: ['outsider', 'staff'],
  revoke_preview: ['outsider', 'staff'],
  read_preview: ['visitor'],
  own_role: ['outsider', 'staff'],
  set_role: ['outsider', 'staff'],
  read_publication: ['outsider', 'staff'],
  refusals: ['outsider', 'staff'],
  request_publication: ['outsider', 'staff'],
  withdraw_request: ['outsider', 'staff'],
  publication_requests: ['outsider', 'staff'],
  stage_import: ['outsider', 'staff'],
  run_import: ['outsider', 'staff'],
  ai_calls_today: ['outsider', 'staff'],
  take_ai_call: ['outsider', 'staff'],
  give_back_ai_call: ['outsider', 'staff'],
  note_ai_usage: ['outsider', 'staff'],
  ai_estimates: ['outsider', 'staff'],
  ai_costs: ['outsider', 'staff'],
  ai_costs_of: ['outsider', 'staff'],
  ai_calls_this_month: ['outsider', 'staff'],
  claim_article: ['outsider', 'staff'],
  store_article: ['outsider', 'staff'],
  free_article: ['outsider', 'staff'],
  sign_off: ['outsider', 'staff'],
  read_origin: ['outsider', 'staff'],
  queue_sources: ['outsider', 'staff'],
  read_sources: ['outsider', 'staff'],
  cite_sources: ['outsider', 'staff'],
  read_registry: everybody,
  read_release: everybody,
  add_statement: everybody,
  add_team: everybody,
  publish_release: everybody,
  prepare_remote: everybody,
  promote_release: everybody,
  canary_release: everybody,
  roll_back_remote: everybody,
  retire_remote: everybody,
  serve_remotes: everybody,
  add_origin: everybody,
  remove_origin: everybody,
  read_origins: everybody,
  check_addresses: everybody,
  create_deploy_token: everybody,
  revoke_deploy_token: everybody,
  name_operator: everybody,
  store_counts: everybody,
  read_counts: everybody,
  picture_copies: everybody,
  claim_pictures: everybody,
  store_picture: everybody,
  read_picture: everybody,
  claim_uploads: everybody,
  store_picture_size: everybody,
  finish_upload: everybody,
  find_library_picture: everybody,
  library_pictures: everybody,
  claim_sources: everybody,
  finish_source: everybody,
  picture_uses: ['outsider', 'staff'],
  platform_overview: ['outsider', 'staff'],
  move_remote: ['outsider', 'staff'],
} satisfies Readonly<Record<string, readonly Role[]>>;
