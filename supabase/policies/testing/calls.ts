import { type Role, roles } from './backend.ts';
import { ids } from './ids.ts';

type Args = Readonly<Record<string, unknown>>;
/** Error codes of roles that may call the function and are refused by it. */
type Failures = Partial<Readonly<Record<Role, string | undefined>>>;

export interface Call {
  /** The roles that may call the function through the API; policies decide about its effects. */
  readonly by: readonly Role[];
  readonly args: Args;
  readonly fails: Failures;
}

const visitors = (args: Args): Call => ({ by: ['visitor'], args, fails: {} });
const everybody = (args: Args = {}, fails: Failures = {}): Call => ({ by: roles, args, fails });
const accounts = (args: Args = {}, fails: Failures = {}): Call => ({ by: ['outsider', 'staff'], args, fails });
const forStaff = (args: Args = {}, staff?: string) => accounts(args, { outsider: '42501', staff });
/** Accounts without rights find nothing. */
const found = (args: Args) => accounts(args, { outsider: 'PT404' });
/** Without a token and a team everybody but an operator is refused. The staff account of the tests is an operator. */
const deployed = (args: Args = {}, staff?: string) =>
  everybody({ token: null, ...args }, { visitor: '42501', outsider: '42501', staff });
/** Refuses a session, also that of an operator. */
const byToken = (args: Args = {}) => deployed(args, '42501');

/** A receipt of no call and no claim: only edge functions know the real ones. */
const receipt = '8f3b2c1d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';
const hash = `sha384-${'A'.repeat(64)}`;
export const by = { author: 'Ada', reason: 'Probe' };
/** The arguments of a promotion by a token. */
export const promotion = { ...by, origin: null, started_from: null };
const remote = 'mf-events';
const address = 'https://cdn.example/store';

/** A minimal release of a remote. */
export const release = (name: string, version: string, more: Args = {}) => ({
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
const page = { title: 'Neu', slug: 'neu', description: '', content: 'Text', links: [{ place: 'footer' }] };
const structure = [
  { id: ids.secondModule, lessons: [ids.lessonC] },
  { id: ids.firstModule, lessons: [ids.lessonB, ids.lessonA] },
];
const seen = [
  { id: ids.firstModule, lessons: [ids.lessonA, ids.lessonB] },
  { id: ids.secondModule, lessons: [ids.lessonC] },
];
const lesson = { title: 'Neu', lesson_type: 'text', duration: '00:01:00', content: '' };
const course = { kind: 'courses', record: ids.course };
const draft = { ...course, columns: { title: 'Anders' } };
const LONG_AGO = '2020-01-01T00:00:00Z';
const NEWEST = Number.MAX_SAFE_INTEGER;

/** For every function of the database, its callers and one call that succeeds for staff. */
export const calls = {
  is_staff: everybody(),
  is_operator: accounts(),
  account_is_staff: everybody({ account: ids.course }),
  search: everybody({ query: 'Prüfungen' }),
  count_posts: everybody({ category_slug: 'praxis' }),
  newest_posts: everybody({ skip: 0, take: 10 }),
  content_versions: everybody(),
  database_now: accounts(),
  read_site: everybody(),
  first_steps: forStaff(),
  what_waits: forStaff({ legal: ['impressum'] }),
  former_texts: accounts({ take: 10 }),
  skip_first_steps: forStaff({ steps: ['colors'] }),
  list_redirects: everybody(),
  page_slugs: everybody(),
  save_page: forStaff({ record: null, base: null, columns: page }),
  reorder_links: found({ place: 'menu', ids: [] }),
  links_without_page: forStaff(),
  missing_addresses: forStaff(),
  offered_links: forStaff(),
  dismiss_link: forStaff({ remote, address: '/events' }, 'PT404'),
  retention_periods: forStaff(),
  activate_prompt: found({ prompt_id: ids.otherSearchPrompt }),
  save_outline: forStaff({ course: ids.course, seen, modules: [] }),
  reorder_course: found({ course: ids.course, structure }),
  create_module: found({ course: ids.course, title: 'Neu', description: '' }),
  create_lesson: found({ module: ids.firstModule, ...lesson }),
  delete_module: found({ module: ids.firstModule }),
  delete_lesson: found({ lesson: ids.lessonA }),
  duplicate_course: found({ course: ids.course }),
  duplicate_module: found({ module: ids.firstModule }),
  duplicate_lesson: found({ lesson: ids.lessonA }),
  fail_stale_workflows: accounts(),
  sign_up_is_open: everybody(),
  read_invitation: everybody({ token: 'f'.repeat(64) }),
  accept_invitation: accounts({ token: 'f'.repeat(64) }),
  read_accounts: forStaff({ skip: 0, take: 100 }),
  invite_colleague: forStaff({ address: 'neu@example.com', remark: '' }),
  revoke_invitation: forStaff({ invitation: ids.course }, 'PT404'),
  remove_staff: forStaff({ account: ids.course }, 'PT404'),
  export_account: forStaff({ account: ids.course }, 'PT404'),
  delete_account: forStaff({ account: ids.course }, 'PT404'),
  expect_fresh_sign_in: accounts(),
  history: accounts({ record: ids.course }),
  trash: accounts(),
  // The current state, so that restoring it changes nothing.
  restore_version: forStaff({ record: ids.course, entry: NEWEST, seen: NEWEST }),
  restore_deleted: forStaff({ deleted: ids.deletedPost }),
  act_on_records: forStaff({ kind: 'courses', ids: [ids.draftCourse], act: 'publish' }),
  undo_change_set: forStaff({ change_set: ids.course }, 'PT404'),
  reorder_matrix: found({ axis: 'matrix_dimensions', ids: [ids.otherMatrixDimension, ids.matrixDimension] }),
  save_matrix_workshop: forStaff({ record: ids.matrixWorkshop, base: null, columns: matrixWorkshop }),
  count_uses: accounts({ kind: 'categories', ids: [ids.category] }),
  delete_category: found({ kind: 'categories', category: ids.category }),
  open_record: forStaff(course),
  close_record: forStaff(course),
  read_draft: forStaff({ record: ids.course }),
  save_draft: forStaff(draft),
  publish_draft: forStaff(draft),
  discard_draft: forStaff({ record: ids.course, version: LONG_AGO }),
  keep_citations: forStaff({ post: ids.publishedPost, findings: [] }),
  create_preview: forStaff(course),
  list_previews: forStaff({ record: ids.course }),
  revoke_preview: forStaff({ preview: ids.course }),
  read_preview: visitors({ token: '0'.repeat(64) }),
  own_role: accounts(),
  set_role: forStaff({ account: ids.course, role: 'author' }, 'PT404'),
  read_publication: forStaff(course),
  read_editing: forStaff(course),
  find_records: forStaff({ words: 'KI' }),
  choices_of_post: accounts({ post: ids.publishedPost }),
  refusals: accounts({ kinds: ['courses'], records: [ids.course] }),
  request_publication: forStaff({ kind: 'courses', record: ids.draftCourse }),
  withdraw_request: forStaff({ record: ids.draftCourse }, 'PT404'),
  publication_requests: forStaff(),
  stage_import: forStaff({ import: receipt, first: 1, entries: [{ title: 'Neu' }] }),
  run_import: forStaff({ target: 'posts', import: receipt }, 'PT404'),
  ai_calls_today: accounts(),
  take_ai_call: forStaff(),
  give_back_ai_call: accounts({ receipt }),
  note_ai_usage: accounts({ receipt, usage: { model: 'sonar-pro', input_tokens: 1, output_tokens: 1 } }),
  ai_estimates: accounts(),
  ai_costs: accounts(),
  ai_costs_of: accounts({ records: [ids.publishedPost] }),
  ai_calls_this_month: accounts(),
  claim_article: forStaff({ idea: { title: 'Idee' } }),
  store_article: accounts(
    { receipt, draft: { title: 'Idee', slug: 'idee', content: 'Text' } },
    { outsider: 'PT409', staff: 'PT409' },
  ),
  free_article: accounts({ receipt }),
  sign_off: forStaff({ post: ids.publishedPost, version: LONG_AGO }, 'PT409'),
  read_origin: forStaff({ post: ids.publishedPost }),
  queue_sources: forStaff({ receipt, sources: [] }, 'PT409'),
  read_sources: forStaff({ receipt }, 'PT409'),
  cite_sources: forStaff({ receipt, sources: [] }, 'PT409'),
  read_registry: deployed({ known: null }),
  read_release: deployed({ remote, version: 'none' }),
  add_statement: byToken({ statement: {} }),
  prune_statements: byToken({ remote: 'mf-blog', signatures: [] }),
  add_team: deployed({ team: 'events', owns: [remote], members: [] }),
  publish_release: byToken({ release: release(remote, '1') }),
  prepare_remote: byToken({ remote, is_coming: true }),
  promote_release: deployed({ remote, version: 'none', ...promotion }, 'PT404'),
  canary_release: deployed({ remote, version: 'none', percent: 10, ...by }, 'PT404'),
  roll_back_remote: deployed({ remote, ...by }, 'PT404'),
  retire_remote: deployed({ remote, ...by }, 'PT404'),
  serve_remotes: byToken({ address: 'http://127.0.0.1:3000' }),
  add_origin: byToken({ address }),
  remove_origin: byToken({ address }),
  read_origins: byToken(),
  check_addresses: deployed({ remote, version: 'none' }, 'PT404'),
  create_deploy_token: deployed({ kind: 'shell', team: null, may: null, days: null }),
  revoke_deploy_token: deployed({ id: 'none' }, 'PT404'),
  name_operator: deployed({ address: 'niemand@example.com' }, 'PT404'),
  store_counts: byToken({ counts: [] }),
  store_missing_addresses: byToken({ counts: [] }),
  read_counts: deployed(),
  picture_copies: everybody({ addresses: ['https://bilder.example/a.png'] }),
  due_jobs: byToken(),
  claim_jobs: byToken({ kind: 'read_source', most: 1 }),
  store_part: byToken({ kind: 'size_picture', part: {} }),
  finish_job: byToken({ kind: 'read_source', result: {} }),
  claim_pictures: byToken({ most: 1, is_tidying: true }),
  store_picture: byToken({ picture: {} }),
  read_original: byToken({ picture: ids.publishedPost }),
  read_picture: byToken({ hash: 'none' }),
  claim_uploads: byToken({ most: 1 }),
  tidy_uploads: byToken(),
  store_picture_size: byToken({ size: {} }),
  finish_upload: byToken({ result: {} }),
  find_library_picture: byToken({ picture: ids.publishedPost }),
  library_pictures: everybody({ addresses: [`/_pictures/${ids.publishedPost}`] }),
  claim_sources: byToken({ most: 1 }),
  finish_source: byToken({ result: {} }),
  picture_uses: forStaff({ picture: ids.publishedPost }),
  platform_overview: forStaff({ skip: 0, take: 10 }),
  move_remote: forStaff({ remote, newest_move: 0, action: 'rollback', reason: 'Probe' }, 'PT409'),
} satisfies Readonly<Record<string, Call>>;
