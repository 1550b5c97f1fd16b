import type { Role } from './backend.ts';
import { ids } from './ids.ts';
import type { callers } from './rules.ts';

interface Call {
  readonly args: Readonly<Record<string, unknown>>;
  /** The error code for a role that may call the function and is refused by it. */
  readonly fails?: Partial<Readonly<Record<Role, string>>>;
}

/** A receipt of no call and no claim: only edge functions know the real ones. */
const NOBODYS = '8f3b2c1d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';

/** Errors for callers without a token and a team. The staff account of the tests is an operator. */
const deployers = { visitor: '42501', outsider: '42501' } as const;
/** Refuses a session, also that of an operator. */
const byToken = { ...deployers, staff: '42501' } as const;
const hash = `sha384-${'A'.repeat(64)}`;
const by = { author: 'Ada', reason: 'Probe' };

/** A minimal release of a remote. */
export const release = (name: string, version: string, more: Readonly<Record<string, unknown>> = {}) => ({
  name,
  version,
  contract: 2,
  routes: [`/${name.slice('mf-'.length)}`],
  staffOnly: false,
  entry: { path: 'web/remoteEntry.js', integrity: hash },
  server: { path: 'server/index.cjs', integrity: hash },
  manifest: { path: 'web/mf-manifest.json', integrity: hash },
  chunks: {},
  ...more,
});

const matrixWorkshop = {
  title: 'Neu',
  duration_hours: 2,
  price_chf: 100,
  prerequisites: null,
  category_id: ids.matrixCategory,
  target_group_id: ids.matrixTargetGroup,
  level_id: ids.matrixLevel,
  matrix_workshop_learning_objectives: [{ dimension_id: ids.otherMatrixDimension, objective: 'Neu' }],
};

const draft = { kind: 'courses', record: ids.course, columns: { title: 'Anders' } };

/** For every function of the database, one call that succeeds for staff. */
export const calls: Readonly<Record<keyof typeof callers, Call>> = {
  is_staff: { args: {} },
  is_operator: { args: {} },
  account_is_staff: { args: { account: ids.course } },
  search: { args: { query: 'Prüfungen' } },
  count_posts: { args: { category_slug: 'praxis' } },
  newest_posts: { args: { skip: 0, take: 10 } },
  content_versions: { args: {} },
  read_site: { args: {} },
  first_steps: { args: {}, fails: { outsider: '42501' } },
  skip_first_steps: { args: { steps: ['colors'] }, fails: { outsider: '42501' } },
  page_slugs: { args: {} },
  save_page: {
    args: {
      record: null,
      base: null,
      columns: { title: 'Neu', slug: 'neu', description: '', content: 'Text', links: [{ place: 'footer' }] },
    },
    fails: { outsider: '42501' },
  },
  reorder_links: { args: { place: 'menu', ids: [] }, fails: { outsider: 'PT404' } },
  links_without_page: { args: {}, fails: { outsider: '42501' } },
  offered_links: { args: {}, fails: { outsider: '42501' } },
  dismiss_link: { args: { remote: 'mf-events', address: '/events' }, fails: { outsider: '42501', staff: 'PT404' } },
  retention_periods: { args: {}, fails: { outsider: '42501' } },
  activate_prompt: { args: { prompt_id: ids.otherSearchPrompt }, fails: { outsider: 'PT404' } },
  reorder_course: {
    args: {
      course: ids.course,
      structure: [
        { id: ids.secondModule, lessons: [ids.lessonC] },
        { id: ids.firstModule, lessons: [ids.lessonB, ids.lessonA] },
      ],
    },
    fails: { outsider: 'PT404' },
  },
  create_module: { args: { course: ids.course, title: 'Neu', description: '' }, fails: { outsider: 'PT404' } },
  create_lesson: {
    args: { module: ids.firstModule, title: 'Neu', lesson_type: 'text', duration: '00:01:00', content: '' },
    fails: { outsider: 'PT404' },
  },
  delete_module: { args: { module: ids.firstModule }, fails: { outsider: 'PT404' } },
  delete_lesson: { args: { lesson: ids.lessonA }, fails: { outsider: 'PT404' } },
  duplicate_course: { args: { course: ids.course }, fails: { outsider: 'PT404' } },
  duplicate_module: { args: { module: ids.firstModule }, fails: { outsider: 'PT404' } },
  duplicate_lesson: { args: { lesson: ids.lessonA }, fails: { outsider: 'PT404' } },
  fail_stale_workflows: { args: {} },
  sign_up_is_open: { args: {} },
  read_invitation: { args: { token: 'f'.repeat(64) } },
  accept_invitation: { args: { token: 'f'.repeat(64) } },
  read_accounts: { args: { skip: 0, take: 100 }, fails: { outsider: '42501' } },
  invite_colleague: { args: { address: 'neu@example.com', remark: '' }, fails: { outsider: '42501' } },
  revoke_invitation: { args: { invitation: ids.course }, fails: { outsider: '42501', staff: 'PT404' } },
  remove_staff: { args: { account: ids.course }, fails: { outsider: '42501', staff: 'PT404' } },
  export_account: { args: { account: ids.course }, fails: { outsider: '42501', staff: 'PT404' } },
  delete_account: { args: { account: ids.course }, fails: { outsider: '42501', staff: 'PT404' } },
  expect_fresh_sign_in: { args: {} },
  history: { args: { record: ids.course } },
  trash: { args: {} },
  // The current state, so that restoring it changes nothing.
  restore_version: {
    args: { record: ids.course, entry: Number.MAX_SAFE_INTEGER, seen: Number.MAX_SAFE_INTEGER },
    fails: { outsider: '42501' },
  },
  restore_deleted: { args: { deleted: ids.deletedPost }, fails: { outsider: '42501' } },
  reorder_matrix: {
    args: { axis: 'matrix_dimensions', ids: [ids.otherMatrixDimension, ids.matrixDimension] },
    fails: { outsider: 'PT404' },
  },
  save_matrix_workshop: {
    args: { record: ids.matrixWorkshop, base: null, columns: matrixWorkshop },
    fails: { outsider: 'PT409' },
  },
  count_uses: { args: { kind: 'categories', ids: [ids.category] } },
  delete_category: { args: { kind: 'categories', category: ids.category }, fails: { outsider: 'PT404' } },
  open_record: { args: { kind: 'courses', record: ids.course }, fails: { outsider: '42501' } },
  close_record: { args: { kind: 'courses', record: ids.course }, fails: { outsider: '42501' } },
  read_draft: { args: { record: ids.course }, fails: { outsider: '42501' } },
  save_draft: { args: draft, fails: { outsider: '42501' } },
  publish_draft: { args: draft, fails: { outsider: '42501' } },
  create_preview: { args: { kind: 'courses', record: ids.course }, fails: { outsider: '42501' } },
  list_previews: { args: { record: ids.course }, fails: { outsider: '42501' } },
  revoke_preview: { args: { preview: ids.course }, fails: { outsider: '42501' } },
  read_preview: { args: { token: '0'.repeat(64) } },
  keep_citations: { args: { post: ids.publishedPost, findings: [] }, fails: { outsider: '42501' } },
  discard_draft: { args: { record: ids.course, version: '2020-01-01T00:00:00Z' }, fails: { outsider: '42501' } },
  own_role: { args: {} },
  set_role: { args: { account: ids.course, role: 'author' }, fails: { outsider: '42501', staff: 'PT404' } },
  read_publication: { args: { kind: 'courses', record: ids.course }, fails: { outsider: '42501' } },
  refusals: { args: { kinds: ['courses'], records: [ids.course] } },
  request_publication: { args: { kind: 'courses', record: ids.draftCourse }, fails: { outsider: '42501' } },
  withdraw_request: { args: { record: ids.draftCourse }, fails: { outsider: '42501', staff: 'PT404' } },
  publication_requests: { args: {}, fails: { outsider: '42501' } },
  stage_import: { args: { import: NOBODYS, first: 1, entries: [{ title: 'Neu' }] }, fails: { outsider: '42501' } },
  run_import: { args: { target: 'posts', import: NOBODYS }, fails: { outsider: '42501', staff: 'PT404' } },
  ai_calls_today: { args: {} },
  take_ai_call: { args: {}, fails: { outsider: '42501' } },
  give_back_ai_call: { args: { receipt: NOBODYS } },
  note_ai_usage: { args: { receipt: NOBODYS, usage: { model: 'sonar-pro', input_tokens: 1, output_tokens: 1 } } },
  ai_estimates: { args: {} },
  ai_costs: { args: {} },
  ai_costs_of: { args: { records: [ids.publishedPost] } },
  ai_calls_this_month: { args: {} },
  claim_article: { args: { idea: { title: 'Idee' } }, fails: { outsider: '42501' } },
  store_article: {
    args: { receipt: NOBODYS, draft: { title: 'Idee', slug: 'idee', content: 'Text' } },
    fails: { outsider: 'PT409', staff: 'PT409' },
  },
  free_article: { args: { receipt: NOBODYS } },
  sign_off: {
    args: { post: ids.publishedPost, version: '2020-01-01T00:00:00Z' },
    fails: { outsider: '42501', staff: 'PT409' },
  },
  read_origin: { args: { post: ids.publishedPost }, fails: { outsider: '42501' } },
  queue_sources: { args: { receipt: NOBODYS, sources: [] }, fails: { outsider: '42501', staff: 'PT409' } },
  read_sources: { args: { receipt: NOBODYS }, fails: { outsider: '42501', staff: 'PT409' } },
  cite_sources: { args: { receipt: NOBODYS, sources: [] }, fails: { outsider: '42501', staff: 'PT409' } },
  read_registry: { args: { token: null, known: null }, fails: deployers },
  read_release: { args: { token: null, remote: 'mf-events', version: 'none' }, fails: deployers },
  add_statement: { args: { token: null, statement: {} }, fails: { ...deployers, staff: '42501' } },
  add_team: { args: { token: null, team: 'events', owns: ['mf-events'], members: [] }, fails: deployers },
  publish_release: { args: { token: null, release: release('mf-events', '1') }, fails: byToken },
  prepare_remote: { args: { token: null, remote: 'mf-events', is_coming: true }, fails: byToken },
  promote_release: {
    args: { token: null, remote: 'mf-events', version: 'none', ...by, origin: null, started_from: null },
    fails: { ...deployers, staff: 'PT404' },
  },
  canary_release: {
    args: { token: null, remote: 'mf-events', version: 'none', percent: 10, ...by },
    fails: { ...deployers, staff: 'PT404' },
  },
  roll_back_remote: { args: { token: null, remote: 'mf-events', ...by }, fails: { ...deployers, staff: 'PT404' } },
  retire_remote: { args: { token: null, remote: 'mf-events', ...by }, fails: { ...deployers, staff: 'PT404' } },
  serve_remotes: { args: { token: null, address: 'http://127.0.0.1:3000' }, fails: byToken },
  add_origin: { args: { token: null, address: 'https://cdn.example/store' }, fails: byToken },
  remove_origin: { args: { token: null, address: 'https://cdn.example/store' }, fails: byToken },
  read_origins: { args: { token: null }, fails: byToken },
  check_addresses: {
    args: { token: null, remote: 'mf-events', version: 'none' },
    fails: { ...deployers, staff: 'PT404' },
  },
  create_deploy_token: { args: { token: null, kind: 'shell', team: null, may: null, days: null }, fails: deployers },
  revoke_deploy_token: { args: { token: null, id: 'none' }, fails: { ...deployers, staff: 'PT404' } },
  store_counts: { args: { token: null, counts: [] }, fails: { ...deployers, staff: '42501' } },
  read_counts: { args: { token: null }, fails: deployers },
  picture_copies: { args: { addresses: ['https://bilder.example/a.png'] } },
  claim_pictures: { args: { token: null, most: 1, is_tidying: true }, fails: byToken },
  store_picture: { args: { token: null, picture: {} }, fails: byToken },
  read_picture: { args: { token: null, hash: 'none' }, fails: byToken },
  claim_uploads: { args: { token: null, most: 1 }, fails: byToken },
  store_picture_size: { args: { token: null, size: {} }, fails: byToken },
  finish_upload: { args: { token: null, result: {} }, fails: byToken },
  find_library_picture: { args: { token: null, picture: ids.publishedPost }, fails: byToken },
  library_pictures: { args: { addresses: [`/_pictures/${ids.publishedPost}`] } },
  claim_sources: { args: { token: null, most: 1 }, fails: byToken },
  finish_source: { args: { token: null, result: {} }, fails: byToken },
  picture_uses: { args: { picture: ids.publishedPost }, fails: { outsider: '42501' } },
  platform_overview: { args: { skip: 0, take: 10 }, fails: { outsider: '42501' } },
  move_remote: {
    args: { remote: 'mf-events', newest_move: 0, action: 'rollback', reason: 'Probe' },
    fails: { outsider: '42501', staff: 'PT409' },
  },
  name_operator: { args: { token: null, address: 'niemand@example.com' }, fails: { ...deployers, staff: 'PT404' } },
};
