import type { Database } from './database.types.ts';

/** What visitors can see, as far as it changes apart: the database counts the changes of each. */
export const TOPICS = ['posts', 'categories', 'ads', 'workshops', 'courses', 'matrix'] as const;
export type Topic = (typeof TOPICS)[number];

type Public = Database['public'];
/** `null`: no topic tells of its changes, so that nothing that shows it may be kept. */
type TopicsOf<Name extends PropertyKey> = Readonly<Record<Name, readonly Topic[] | null>>;

/** The topics of which each table and view shows something. */
export const RELATIONS = {
  ads: ['ads'],
  categories: ['categories'],
  course_categories: ['courses'],
  courses: ['courses'],
  lessons: ['courses'],
  matrix_categories: ['matrix'],
  matrix_dimensions: ['matrix'],
  matrix_levels: ['matrix'],
  matrix_target_groups: ['matrix'],
  matrix_workshop_learning_objectives: ['matrix'],
  matrix_workshops: ['matrix'],
  modules: ['courses'],
  posts: ['posts'],
  prompts: null,
  shown_ads: ['ads'],
  trail: null,
  workflows: null,
  workshop_categories: ['workshops'],
  workshops: ['workshops'],
} satisfies TopicsOf<keyof Public['Tables'] | keyof Public['Views']>;

/** The topics of which each database function shows something. */
export const FUNCTIONS = {
  accept_invitation: null,
  account_is_staff: null,
  activate_prompt: null,
  add_team: null,
  ai_calls_today: null,
  canary_release: null,
  claim_article: null,
  content_versions: null,
  count_posts: ['posts', 'categories'],
  create_deploy_token: null,
  create_lesson: null,
  create_module: null,
  delete_lesson: null,
  delete_module: null,
  duplicate_course: null,
  duplicate_lesson: null,
  duplicate_module: null,
  fail_stale_workflows: null,
  free_article: null,
  give_back_ai_call: null,
  history: null,
  invite_colleague: null,
  is_operator: null,
  is_staff: null,
  move_remote: null,
  name_operator: null,
  newest_posts: ['posts', 'categories'],
  platform_overview: null,
  prepare_remote: null,
  promote_release: null,
  publish_release: null,
  read_accounts: null,
  read_counts: null,
  read_invitation: null,
  read_registry: null,
  remove_staff: null,
  reorder_course: null,
  restore_deleted: null,
  restore_version: null,
  retire_remote: null,
  revoke_deploy_token: null,
  revoke_invitation: null,
  roll_back_remote: null,
  search: ['posts', 'workshops', 'courses', 'matrix'],
  store_article: null,
  store_counts: null,
  take_ai_call: null,
  take_over_registry: null,
  trash: null,
} satisfies TopicsOf<keyof Public['Functions']>;
