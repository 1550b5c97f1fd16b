-- Functions of private and shipping have the defaults and the comments of those of the API that call them: private.expose copies both.

-- Generated from supabase/schemas. Tables, columns and data are written above this line, by hand.

set check_function_bodies = off;

drop function private.invite_colleague(text,text,text);

drop function private.publish_draft(text,uuid,jsonb,timestamp with time zone,timestamp with time zone);

drop function private.read_preview(text,uuid);

drop function private.save_draft(text,uuid,jsonb,timestamp with time zone,timestamp with time zone,timestamp with time zone);

drop function private.take_ai_call(text,uuid);

drop function shipping.add_origin(text,text,text);

drop function shipping.canary_release(text,text,text,integer,text,text,integer);

drop function shipping.move_remote(text,bigint,text,text,text,integer,integer);

drop function shipping.remove_origin(text,text,text);

CREATE OR REPLACE FUNCTION private.expose(source text, VARIADIC roles text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  f constant pg_catalog.pg_proc := (select p from pg_catalog.pg_proc p where p.oid = (
    case when strpos(source, '.') > 0 then source else 'private.' || source end
  )::regproc);
  parameters constant text := (
    select string_agg(a.name, ', ' order by a.place)
    from unnest(f.proargnames) with ordinality a (name, place)
    where coalesce(f.proargmodes[a.place], 'i') in ('i', 'b', 'v')
  );
begin
  execute format(
    'create function public.%I(%s) returns %s language sql %s set search_path = '''' as %L',
    f.proname, pg_get_function_arguments(f.oid), pg_get_function_result(f.oid),
    case f.provolatile when 's' then 'stable' when 'i' then 'immutable' else 'volatile' end,
    format(
      E'\n  select %s%s.%I(%s);\n', case when f.proretset then '* from ' end, f.pronamespace::regnamespace, f.proname, parameters
    )
  );
  execute format('comment on function public.%I is %L', f.proname, obj_description(f.oid, 'pg_proc'));
  execute format(
    'grant execute on function %s, public.%I to %s', f.oid::regproc, f.proname,
    (select string_agg(quote_ident(r), ', ') from unnest(roles) r)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.invite_colleague(address text, remark text, role text DEFAULT 'publisher'::text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.hold_rights((select auth.uid()));
  perform private.expect_publisher();
  if role is distinct from 'publisher' and not private.is_operator() then
    raise exception using errcode = '42501', message = 'Only an operator may give a role.';
  end if;
  if coalesce(btrim(address), '') = '' then
    raise exception using errcode = 'PT400', message = 'Whom do you want to invite? Enter an e-mail address.';
  end if;
  if (select count(*) from private.invitations where accepted_at is null) >= 100 then
    raise exception using errcode = 'PT409', message = 'There are 100 open invitations. Revoke those that are not needed.';
  end if;
  return private.create_invitation(address, remark, (select auth.uid()), false, role);
end;
$function$;

CREATE OR REPLACE FUNCTION private.publish_draft(kind text, record uuid, columns jsonb, base timestamp with time zone DEFAULT NULL::timestamp with time zone, version timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.save_draft(kind, record, columns, base, version, null);
  perform private.put_draft(record);
end;
$function$;

CREATE OR REPLACE FUNCTION private.read_preview(token text, lesson uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  preview private.previews;
  live jsonb;
begin
  select p.* into preview from private.previews p
  where p.token_hash = sha256(convert_to(token, 'UTF8')) and p.expires_at > now()
    and exists (select from private.staff s where s.user_id = p.account);
  if preview.id is null then
    return null;
  end if;
  execute format('select to_jsonb(t) from public.%I t where t.id = $1', preview.relation) into live
    using preview.record_id;
  return case when live is not null then jsonb_build_object(
    'relation', preview.relation,
    'expires_at', preview.expires_at,
    'row', private.previewed(
      preview.relation, live, coalesce(
        (select d.content from public.drafts d where d.record_id = preview.record_id),
        private.content_of(preview.relation, preview.record_id, live)
      ), lesson
    )
  ) end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.save_draft(kind text, record uuid, columns jsonb, base timestamp with time zone DEFAULT NULL::timestamp with time zone, version timestamp with time zone DEFAULT NULL::timestamp with time zone, publish_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  live jsonb;
  draft public.drafts;
begin
  perform private.expect_staff();
  live := private.lock_record(kind, record);
  perform private.expect_content(kind, columns);
  select d.* into draft from public.drafts d where d.record_id = record for update;
  if draft.updated_at is distinct from version or base <> (live ->> 'updated_at')::timestamptz then
    raise exception using errcode = 'PT409', message = 'Somebody else has changed this meanwhile.';
  end if;
  if draft.id is null then
    insert into public.drafts (relation, record_id, entry, content)
    values (kind, record, private.last_entry(record), private.content_of(kind, record, live))
    returning * into draft;
  end if;
  update public.drafts d set
    content = d.content || columns, publish_at = save_draft.publish_at, failure = null,
    entry = case when base is null then d.entry else private.last_entry(record) end
  where d.id = draft.id
  returning d.updated_at into version;
  return version;
end;
$function$;

CREATE OR REPLACE FUNCTION private.take_ai_call(kind text DEFAULT NULL::text, subject uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today record;
  taken uuid;
  exceeded text;
begin
  perform private.expect_staff();
  -- The row lock serializes calls, so that two cannot both be the last.
  perform from private.settings for update;
  select * into today from private.ai_calls_today();
  exceeded := case
    when today.mine >= today.of_account then format('%s AI calls a day for each account', today.of_account)
    when today.everybodys >= today.in_all then format('%s AI calls a day for all accounts together', today.in_all)
  end;
  if exceeded is not null then
    raise exception using errcode = 'PT429', message = format(
      'The limit of %s is reached. Counting starts anew on %s, %s time.',
      exceeded,
      to_char(today.renews_at at time zone private.site_time_zone(), 'DD.MM.YYYY "at" HH24:MI'),
      private.site_time_zone()
    );
  end if;
  insert into private.ai_calls (user_id, kind, subject)
  values ((select auth.uid()), take_ai_call.kind, take_ai_call.subject)
  returning receipt into taken;
  return taken;
end;
$function$;

CREATE OR REPLACE FUNCTION shipping.add_origin(token text, address text, remote text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform shipping.expect_operators_token(token);
  if not shipping.is_origin(address) then
    raise exception using errcode = 'PT400', message = format(
      '"%s" is no origin; expected an address like https://cdn.example/store, or http on this machine or in a private network, such as http://192.168.1.20 or http://schule.lan.', address
    );
  end if;
  if remote !~ '^mf-[a-z0-9-]{1,57}$' then
    raise exception using errcode = 'PT400', message = format('"%s" is no remote; expected mf-<name>.', remote);
  end if;
  insert into shipping.origins (prefix, remote) values (rtrim(address, '/'), remote) on conflict do nothing;
end;
$function$;

CREATE OR REPLACE FUNCTION shipping.canary_release(token text, remote text, version text, percent integer, author text, reason text, margin integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  who constant shipping.deployer := shipping.mover_of(token);
  before shipping.remotes;
begin
  perform shipping.begin_move(who, 'canary', remote);
  if percent is null or percent not between 0 and 100 then
    raise exception using errcode = 'PT400', message = 'Expected a share from 0 to 100 percent.';
  end if;
  if percent > 25 and who.kind <> 'operator' then
    raise exception using errcode = '42501',
      message = format('%s may make a canary for at most 25 percent; expected a share up to 25, or an operator.', who.name);
  end if;
  if margin not between 0 and 100 then
    raise exception using errcode = 'PT400', message = 'Expected a margin from 0 to 100 of 100 renders.';
  end if;
  before := shipping.live_remote(remote);
  if before.live = version then
    raise exception using errcode = 'PT409', message = format('%s@%s is live for everybody already', remote, version);
  end if;
  if percent = 0 and before.canary is distinct from version then
    raise exception using errcode = 'PT409',
      message = format('%s@%s is no canary; the canary is %s', remote, version, coalesce(before.canary, 'none'));
  end if;
  perform shipping.expect_published(remote, version);
  perform shipping.expect_shipped(who, remote, version);
  update shipping.remotes r set
    canary = case when percent > 0 then version end,
    canary_percent = nullif(percent, 0),
    canary_margin = case
      when percent = 0 then null
      when r.canary = version then coalesce(canary_release.margin, r.canary_margin)
      else coalesce(canary_release.margin, 5)
    end
  where r.name = remote;
  perform shipping.expect_no_clash(remote);
  perform shipping.note_move(who, remote, version, 'canary', percent, author, reason);
end;
$function$;

CREATE OR REPLACE FUNCTION shipping.move_remote(remote text, newest_move bigint, action text, reason text, version text DEFAULT NULL::text, percent integer DEFAULT NULL::integer, margin integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  newest shipping.release_history;
begin
  perform shipping.expect_fresh_operator(null);
  if shipping.one_line(reason) = '' then
    raise exception using errcode = 'PT400', message = 'Say why, in a few words.';
  end if;
  -- A concurrent transition ends before this line and is seen below.
  perform shipping.begin_move();
  select * into newest from shipping.release_history h where h.remote = move_remote.remote order by h.id desc limit 1;
  if newest.id is distinct from newest_move then
    raise exception using errcode = 'PT409', message = format(
      '%s was moved meanwhile: %s %s, by %s. Nothing was done; look at what is live now.',
      remote, newest.action, newest.version, shipping.author_of(newest.author_account, newest.author)
    );
  end if;
  case action
    when 'promote' then perform shipping.promote_release(null, remote, version, null, reason, null, null);
    when 'canary' then perform shipping.canary_release(null, remote, version, percent, null, reason, margin);
    when 'rollback' then perform shipping.roll_back_remote(null, remote, null, reason);
    when 'retire' then perform shipping.retire_remote(null, remote, null, reason);
    else raise exception using errcode = 'PT400', message = 'Expected promote, canary, rollback or retire.';
  end case;
end;
$function$;

CREATE OR REPLACE FUNCTION shipping.remove_origin(token text, address text, remote text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform shipping.expect_operators_token(token);
  delete from shipping.origins o
  where o.prefix = rtrim(address, '/') and o.remote is not distinct from remove_origin.remote;
  if not found then
    raise exception using errcode = 'PT404', message = format(
      '"%s" is not on the list%s; expected one of: %s', address, ' for ' || remote,
      coalesce((
        select string_agg(o.prefix || coalesce(' for ' || o.remote, ''), ', ' order by o.prefix, o.remote) from shipping.origins o
      ), 'none, the list is empty')
    );
  end if;
end;
$function$;

revoke all on function private.expose(text,text[]) from public, anon, authenticated, service_role;

revoke all on function public.dismiss_link(text,text) from public, anon, authenticated, service_role;
grant execute on function public.dismiss_link(text,text) to authenticated;

revoke all on function public.offered_links() from public, anon, authenticated, service_role;
grant execute on function public.offered_links() to authenticated;

revoke all on function public.retention_periods() from public, anon, authenticated, service_role;
grant execute on function public.retention_periods() to authenticated;

revoke all on function public.stage_import(uuid,integer,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.stage_import(uuid,integer,jsonb) to authenticated;

comment on function private.accept_invitation(text) is 'Makes the caller staff by the token of an invitation.';

comment on function private.account_is_staff(uuid) is 'Whether an account is staff: for servers that know its id from a token. An id cannot be guessed, and the answer says nothing else.';

comment on function private.ai_calls_this_month() is 'For staff: the calls of everybody since the first of the month, their tokens and cost. cost is null when one that noted its usage had no price, or another currency.';

comment on function private.ai_calls_today() is 'AI calls of the caller and of all accounts today, their limits, and the time at which counting starts anew. For staff; no row for others.';

comment on function private.ai_costs_of(uuid[]) is 'For staff: what workflows and written posts cost. cost is null when one of the calls had no price.';

comment on function private.ai_estimates() is 'For staff: the median tokens of the last 20 calls of each function, and their median cost at the present prices, null where one has none. No row for a function without a call.';

comment on function private.cite_sources(uuid,jsonb) is 'For the holder of a claim: the list of sources [{url, title, quotes: [{sentence, quote}]}] of the article that was written. What the model added is listed and not read.';

comment on function private.claim_article(jsonb) is 'Claims an idea for the caller. Returns a receipt, or the draft if there is one; PT409 while the article is written.';

comment on function private.close_record(text,uuid) is 'For staff: says that the caller has left the form of a record.';

comment on function private.content_versions() is 'An opaque version for each topic. Equal versions mean that visitors see no difference.';

comment on function private.create_preview(text,uuid) is 'For staff: makes a link that shows a record with its draft to whoever has it, for 7 days, and returns its token, once. 409 when the record has 20 links.';

comment on function private.delete_account(uuid) is 'For operators and the account itself, soon after a sign-in: deletes an account, its sessions, its rights and what names its person. What it wrote stays.';

comment on function private.discard_draft(uuid,timestamp with time zone) is 'For staff: deletes the draft of a record, which can be restored for 30 days. 409 unless version is its updated_at.';

comment on function private.dismiss_link(text,text) is 'For staff: the offer of a remote is not shown any more.';

comment on function private.expect_fresh_sign_in() is 'For the interface, before it changes a second factor: refuses a session whose sign-in is older than 15 minutes.';

comment on function private.export_account(uuid) is 'For operators and the account itself: everything that the database stores about the person, without hashes and tokens.';

comment on function private.expose(text,text[]) is 'For the declaration: makes the function of the API that calls one of private, or of the schema that is named, with its comment, and lets roles call both.';

comment on function private.first_steps() is 'Which first steps of a new site are done, and which are not needed. Staff only.';

comment on function private.free_article(uuid) is 'Deletes a claim of the caller that has no draft.';

comment on function private.give_back_ai_call(uuid) is 'Takes a call of the caller out of the count, since the provider refused it without cost.';

comment on function private.invite_colleague(text,text,text) is 'For publishers: invites an address and returns the token of its link, which is shown only once. An older link for the address becomes void. role: publisher, or for operators editor or author.';

comment on function private.is_operator() is 'Whether the caller is an operator. For the interface only: functions decide by themselves.';

comment on function private.is_staff() is 'Whether the caller may use the admin area. For the interface only: policies decide by themselves.';

comment on function private.links_without_page() is 'Links whose address no public page has, though one may have it. page: the draft or scheduled page there. Staff only.';

comment on function private.list_previews(uuid) is 'For staff: the links to the preview of a record that work, newest first.';

comment on function private.note_ai_usage(uuid,jsonb) is 'Notes once what a call of the caller used: {model, input_tokens, output_tokens}. The published prices make its cost.';

comment on function private.offered_links() is 'For staff: links that live remotes offer, without those that menu or footer have and those that were dismissed.';

comment on function private.open_record(text,uuid) is 'For staff: says that the caller has the form of a record open, and returns the names of others who said so in the last 60 seconds.';

comment on function private.picture_uses(uuid) is 'For staff: the records that use a picture of the library, those that visitors see first, then those that they will see. A lesson counts as its course, a draft as its record.';

comment on function private.publication_requests() is 'For staff: what waits for publication, the oldest 100 requests. Publishers see all, others their own.';

comment on function private.publish_draft(text,uuid,jsonb,timestamp with time zone,timestamp with time zone) is 'For staff: stores columns in the draft of a record, as save_draft does, writes the draft to the record and deletes it. 409 also when the record has changed since the draft began.';

comment on function private.queue_sources(uuid,jsonb) is 'For the holder of a claim: lists the sources [{url, title}] of the article, at most 50, which a process then reads.';

comment on function private.read_accounts(integer,integer) is 'For staff: the sign-up rule, the number of staff, a page of them by address, all open invitations, and whether the caller may name operators.';

comment on function private.read_draft(uuid) is 'For staff: the draft of a record, null for none. is_stale: the record has changed since the draft began. began: the columns of the record of then, null when the audit log does not hold them any more.';

comment on function private.read_invitation(text) is 'The state of the invitation with this token, and its address.';

comment on function private.read_origin(uuid) is 'For staff: the part of AI in a post (ai) and in its text that is published next (would_be), the version that sign_off expects, whether the caller may sign it off, and the newest 10 sign-offs; holds: it covers that text.';

comment on function private.read_preview(text,uuid) is 'The record of a link with its draft, as its page reads it, for a lesson also that one; null for every token that has no link, for one that ended as for one that never was.';

comment on function private.read_publication(text,uuid) is 'For staff: why the caller may not publish a record (refusal) or write its draft (draft_refusal), null when allowed, and who asked for its publication when. record: null for one that the caller creates.';

comment on function private.read_sources(uuid) is 'For the holder of a claim: the sources of the article as far as they are read, each text up to 40,000 characters.';

comment on function private.remove_staff(uuid) is 'For publishers, soon after a sign-in: takes away the rights of an account and the invitations that it made, at once. The last staff account stays.';

comment on function private.request_publication(text,uuid) is 'For staff: asks publishers to publish a record or its draft. 409 when nothing waits; an earlier request stays.';

comment on function private.restore_deleted(uuid) is 'Restores a row that was deleted in the last 30 days, with its id, the rows that were deleted with it, and for a category what was moved then. 409 when it is restored already or its parent is missing. Returns the columns that had to be adjusted.';

comment on function private.restore_version(uuid,bigint,bigint) is 'Restores a record, a course with its modules and lessons, a matrix workshop with its objectives, to its state right after an entry of its history (0: before all entries that are kept). 409 when there are entries after seen. Returns the columns that had to be adjusted.';

comment on function private.retention_periods() is 'For staff: for how many days rows with personal data are kept, by table.';

comment on function private.revoke_invitation(uuid) is 'For publishers: makes an open invitation void.';

comment on function private.revoke_preview(uuid) is 'For staff: ends a link to a preview at once.';

comment on function private.save_draft(text,uuid,jsonb,timestamp with time zone,timestamp with time zone,timestamp with time zone) is 'For staff: stores columns in the draft of a record, and returns its version. 409 unless version is the updated_at of the draft, null for none, and base that of the record. base: the record that the content takes into account; null for an unchanged one. publish_at: when to publish it.';

comment on function private.set_role(uuid,text) is 'For operators, soon after a sign-in: makes an account of staff publisher, editor or author.';

comment on function private.sign_off(uuid,timestamp with time zone) is 'For staff who may publish a post: signs off its text, or that of its draft. 409 unless version is the updated_at of the draft, or without one of the post. Only this lowers posts.ai, and an edit beyond typos raises it again.';

comment on function private.sign_up_is_open() is 'Whether new accounts are taken.';

comment on function private.skip_first_steps(text[]) is 'Declares first steps not needed, for everybody. Staff only.';

comment on function private.stage_import(uuid,integer,jsonb) is 'Stores rows of a file for a check and an import by the same account. first: the number of the first one. Several calls fill an import.';

comment on function private.take_ai_call(text,uuid) is 'Counts an AI call of the caller before the provider is called: by which function, for which workflow or claim. Returns its receipt; PT429 when the limit of the day is reached.';

comment on function private.withdraw_request(uuid) is 'For staff: ends a request of publication, which the caller made. Publishers end those of others, too.';

comment on function shipping.add_origin(text,text,text) is 'With an operator''s token: files of a remote, or with null of any, may be served below this address.';

comment on function shipping.add_statement(text,jsonb) is 'For tokens of teams: adds a signed statement, with the right to publish for one that allows a release, to promote for one that revokes it.';

comment on function shipping.add_team(text,text,text[],text[]) is 'For operators: creates a team or extends it: by remotes, which leave their team, and by members, named by address.';

comment on function shipping.canary_release(text,text,text,integer,text,text,integer) is 'For teams: makes a published release live for a share of the visitors; 0 ends that. Margin: see remotes.canary_margin; null keeps it, at first 5.';

comment on function shipping.check_addresses(text,text,text) is 'For teams, shells and operators: refuses a published version that claims an address of the shell or of another remote.';

comment on function shipping.claim_pictures(text,integer,boolean) is 'For shells: addresses of pictures to fetch, as [{id, address, attempt}], which no other shell gets for two minutes. Tidying deletes copies that no row has named for 30 days.';

comment on function shipping.claim_sources(text,integer) is 'For the process that reads sources: [{id, url, attempt}], which no other process gets for a minute.';

comment on function shipping.claim_uploads(text,integer) is 'For the process that makes sizes: {uploads: [{picture, attempt}]}. No other process gets these uploads for three minutes, nor for three minutes after each stored size.';

comment on function shipping.create_deploy_token(text,text,text,text[],integer) is 'For operators: a token of a team, of a shell, for pictures or for sources, which is shown only once. Days: 1 to 366; null: 90 for a team, else 366.';

comment on function shipping.find_library_picture(text,uuid) is 'For shells: the size {type, hash} to which the address of a picture of the library leads; both are null until the first is made, the result is null for no picture and for one that failed.';

comment on function shipping.finish_source(text,jsonb) is 'For the process that reads sources: {id, attempt, text}, or {id, attempt, failure, isFinal}. False when the claim is another''s by now.';

comment on function shipping.finish_upload(text,jsonb) is 'For the process that makes sizes: {picture, attempt, type, width, height, bytes} of the upload once all its sizes are stored, or {picture, attempt, failure, isFinal}. False when the claim is another''s by now.';

comment on function shipping.move_remote(text,bigint,text,text,text,integer,integer) is 'For operators with an account: promote, canary, rollback or retire; PT409 when the remote''s history has an entry newer than newest_move.';

comment on function shipping.name_operator(text,text) is 'For operators: makes the staff account with this address an operator.';

comment on function shipping.prepare_remote(text,text,boolean) is 'For teams: has the machine that serves remotes serve one before its first promotion, or ends that.';

comment on function shipping.promote_release(text,text,text,text,text,text,text) is 'For teams: makes a published release live for everybody. Null leaves origin and started_from as they are.';

comment on function shipping.prune_statements(text,text,text[]) is 'For operators: deletes statements about a remote by their signatures, which no key verifies, and returns how many.';

comment on function shipping.publish_release(text,jsonb) is 'For teams: publishes an immutable release. The same release again changes nothing.';

comment on function shipping.read_counts(text) is 'For teams, shells and operators: the counts of present canaries and of the live releases beside them.';

comment on function shipping.read_origins(text) is 'With an operator''s token: the list of origins.';

comment on function shipping.read_picture(text,text) is 'For shells: a copy as {type, data} with base64; null for an unknown hash.';

comment on function shipping.read_registry(text,uuid) is 'For teams, shells and operators: the registry, its version and the end of the token, or null while the version is the known one.';

comment on function shipping.read_release(text,text,text) is 'For teams, shells and operators: a published release with its statements, the highest number of the remote, and the newest versions.';

comment on function shipping.remove_origin(text,text,text) is 'With an operator''s token: takes an address off the list. What is registered there already stays.';

comment on function shipping.retire_remote(text,text,text,text) is 'For teams: takes a remote out of the platform until it is promoted again.';

comment on function shipping.revoke_deploy_token(text,text) is 'For operators: revokes a token at once.';

comment on function shipping.roll_back_remote(text,text,text,text) is 'For teams: makes the release live that was live before. Returns its version.';

comment on function shipping.serve_remotes(text,text) is 'For operators: the origin of the shell on whose machine remotes without an origin are served.';

comment on function shipping.store_counts(text,jsonb) is 'For shells: adds counts since the last call, as [{remote, version, pattern, since, renders, failures, reports}]. Counts of another canary are ignored.';

comment on function shipping.store_picture(text,jsonb) is 'For shells: stores what a claim led to, as {id, attempt, type, width, height, data} with base64 or {id, attempt, failure, isFinal}. False when the claim is another''s by now.';

comment on function shipping.store_picture_size(text,jsonb) is 'For the process that makes sizes: {picture, attempt, type, width, height, data} with base64. False when the claim is another''s by now.';

comment on function shipping.tidy_uploads(text) is 'For the process that makes sizes, hourly: deletes pictures whose upload never came, and returns up to 100 uploads without a picture, which it removes.';

revoke all on function private.invite_colleague(text,text,text) from public, anon, authenticated, service_role;
grant execute on function private.invite_colleague(text,text,text) to authenticated;

revoke all on function private.publish_draft(text,uuid,jsonb,timestamp with time zone,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function private.publish_draft(text,uuid,jsonb,timestamp with time zone,timestamp with time zone) to authenticated;

revoke all on function private.read_preview(text,uuid) from public, anon, authenticated, service_role;
grant execute on function private.read_preview(text,uuid) to anon;

revoke all on function private.save_draft(text,uuid,jsonb,timestamp with time zone,timestamp with time zone,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function private.save_draft(text,uuid,jsonb,timestamp with time zone,timestamp with time zone,timestamp with time zone) to authenticated;

revoke all on function private.take_ai_call(text,uuid) from public, anon, authenticated, service_role;
grant execute on function private.take_ai_call(text,uuid) to authenticated;
grant execute on function private.take_ai_call(text,uuid) to service_role;

revoke all on function shipping.add_origin(text,text,text) from public, anon, authenticated, service_role;
grant execute on function shipping.add_origin(text,text,text) to anon;
grant execute on function shipping.add_origin(text,text,text) to authenticated;

revoke all on function shipping.canary_release(text,text,text,integer,text,text,integer) from public, anon, authenticated, service_role;
grant execute on function shipping.canary_release(text,text,text,integer,text,text,integer) to anon;
grant execute on function shipping.canary_release(text,text,text,integer,text,text,integer) to authenticated;

revoke all on function shipping.move_remote(text,bigint,text,text,text,integer,integer) from public, anon, authenticated, service_role;
grant execute on function shipping.move_remote(text,bigint,text,text,text,integer,integer) to authenticated;

revoke all on function shipping.remove_origin(text,text,text) from public, anon, authenticated, service_role;
grant execute on function shipping.remove_origin(text,text,text) to anon;
grant execute on function shipping.remove_origin(text,text,text) to authenticated;

reset check_function_bodies;
