/**
 * Personal data in the columns of the own schemas, by table. `account`: an id, which is null or refers to
 * nothing once the account is deleted. `erased`: text about the person, which goes with the account. `registry`: what
 * `shipping.forget_account` empties. `other`: written about something else, or by the database.
 */
interface Columns {
  readonly account?: string;
  readonly erased?: string;
  readonly registry?: string;
  readonly other?: string;
}

export const columns: Readonly<Record<string, Columns>> = {
  'private.admitted': { account: 'user_id' },
  'private.ai_calls': { account: 'user_id', other: 'receipt kind subject model currency' },
  'private.article_claims': { account: 'user_id', other: 'receipt asked post_id' },
  'private.bylines': { account: 'account', erased: 'name', other: 'post' },
  'private.changed_topics': { other: 'topic' },
  'private.content_topics': { other: 'topic version' },
  'private.former_roles': { account: 'account', other: 'role' },
  'private.generated_posts': { other: 'post hashes' },
  'private.import_rows': {
    account: 'account',
    erased: 'entry body',
    other: 'import outcome target seen creates faults',
  },
  'private.dismissed_links': { other: 'remote address' },
  'private.kinds': {
    other:
      'relation parent parent_key place_key part_key owner_key public_key document texts derived address title_key',
  },
  'private.invitations': { account: 'invited_by accepted_by', erased: 'email note', other: 'id token_hash role' },
  'private.job_kinds': { other: 'kind token exhausted relation' },
  'private.jobs': { other: 'kind subject failure' },
  'private.missing_addresses': { other: 'address' },
  'private.open_records': { account: 'account', other: 'kind record' },
  'private.owners': { account: 'account', other: 'relation record' },
  'private.passwords': { account: 'user_id' },
  'private.picture_files': { account: 'account', other: 'hash content_type bytes' },
  'private.picture_names': { account: 'account', other: 'relation row_id address' },
  'private.picture_sizes': { other: 'picture content_type hash' },
  'private.post_counts': { other: 'category_id' },
  'private.previews': { account: 'account', other: 'id relation record_id token_hash' },
  'private.publication_requests': { account: 'account', other: 'record kind' },
  'private.retention': { other: 'subject purpose aged_by condition ended_by' },
  'private.schedules': { account: 'account', other: 'draft' },
  'private.search_documents': { other: 'kind id' },
  'private.search_index': { other: 'kind id' },
  'private.search_words': { other: 'word stem near_spellings' },
  'private.settings': { other: 'sign_up' },
  'private.sign_offs': { account: 'account', other: 'id record_id title excerpt content' },
  'private.staff': { account: 'user_id', other: 'role' },
  'private.storage_sums': { account: 'account' },
  'public.ads': { other: 'id title subtitle description cta_text cta_url type offer_id' },
  'public.categories': { other: 'id name slug' },
  'public.citation_checks': { other: 'id record_id findings reason' },
  'public.course_categories': { other: 'id name' },
  'public.courses': {
    other: 'id title slug description thumbnail_url picture course_category_id difficulty_level total_duration',
  },
  'public.drafts': { erased: 'content', other: 'id relation record_id failure' },
  'public.lessons': { other: 'id module_id title content video_url captions transcript lesson_type' },
  'public.links': { other: 'id place label address page_id' },
  'public.matrix_categories': { other: 'id code name' },
  'public.matrix_dimensions': { other: 'id name' },
  'public.matrix_levels': { other: 'id code name' },
  'public.matrix_target_groups': { other: 'id code name' },
  'public.matrix_workshop_learning_objectives': { other: 'id matrix_workshop_id dimension_id objective' },
  'public.matrix_workshops': { other: 'id title prerequisites category_id target_group_id level_id' },
  'public.modules': { other: 'id course_id title description' },
  'public.redirects': { other: 'id address target relation record_id' },
  'public.pages': { other: 'id slug title description content' },
  'public.pictures': { other: 'id title alt content_type failure origin original' },
  'public.posts': { erased: 'author', other: 'id title slug content excerpt category_id picture ai' },
  'public.prompts': { account: 'user_id', other: 'id name prompt_text workflow_type' },
  // About whoever runs the site, as its imprint says it.
  'public.site': {
    other:
      'id name short_name claim description workshops_intro courses_intro matrix_title logo brand_color accent_color language locale currency time_zone legal_name responsible_person contact_email phone street postal_code city country register_entry vat_id social_links skipped_steps',
  },
  // Of web pages, and what a model says about them.
  'public.sources': { other: 'id receipt post_id url title state failure text quotes' },
  'public.trail': {
    account: 'actor_id',
    erased: 'before after',
    other: 'act operation relation row_id record_id parent_id title',
  },
  'public.workflows': { account: 'user_id', other: 'id workflow_type status input_data output_data error_message' },
  'public.workshop_categories': { other: 'id name' },
  'public.workshops': {
    other: 'id title subtitle description content learning_objectives workshop_category_id picture',
  },
  'shipping.deploy_tokens': { account: 'created_by_account', registry: 'created_by', other: 'id hash kind team may' },
  'shipping.origins': { other: 'prefix remote' },
  'shipping.registry_version': { other: 'version served_at bucket_key' },
  'shipping.release_history': { account: 'author_account', registry: 'author', other: 'remote version action reason' },
  'shipping.releases': { account: 'published_by_account', registry: 'published_by', other: 'remote version document' },
  'shipping.remotes': { other: 'name team origin live previous canary started_from' },
  'shipping.statements': { other: 'remote version kind hash signature added_by' },
  'shipping.team_members': { account: 'account', other: 'team' },
  'shipping.teams': { other: 'name' },
  'shipping.version_counts': { other: 'remote version pattern' },
};
