-- Articles: asked for twice, an article is paid for and stored once.

create table private.article_claims (
  receipt uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  asked bytea not null,
  claimed_at timestamptz not null default now(),
  post_id uuid references public.posts (id) on delete cascade,
  constraint article_claims_once unique (user_id, asked)
);
comment on table private.article_claims is
  'What generate-article is asked: an account and a hash of the body. A failure frees it, and so does deleting the draft.';
comment on column private.article_claims.receipt is 'Known to the function that holds the claim, and to nobody else.';
comment on column private.article_claims.post_id is 'The draft; null while it is being written.';
create index article_claims_of_post on private.article_claims (post_id);

-- No policies: only the functions below and the owner reach it.
alter table private.article_claims enable row level security;
revoke all on private.article_claims from public, anon, authenticated, service_role;

create function private.claim_article(idea jsonb) returns table (receipt uuid, id uuid, slug text)
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  caller constant uuid := (select auth.uid());
  hash constant bytea := sha256(convert_to(idea::text, 'UTF8'));
  held private.article_claims;
begin
  perform private.expect_staff();
  loop
    insert into private.article_claims as claim (user_id, asked) values (caller, hash)
    on conflict on constraint article_claims_once do update
      set receipt = gen_random_uuid(), claimed_at = now()
      -- As long as for workflows: the function that held it has died.
      where claim.post_id is null and claim.claimed_at < now() - interval '10 minutes'
    returning claim.* into held;
    if found then
      return query select held.receipt, null::uuid, null::text;
      return;
    end if;
    select c.* into held from private.article_claims c where c.user_id = caller and c.asked = hash;
    if held.post_id is not null then
      return query select null::uuid, p.id, p.slug from public.posts p where p.id = held.post_id;
      return;
    elsif held.receipt is not null then
      raise exception using errcode = 'PT409', message = 'This article is already being written.';
    end if;
    -- Freed in between.
  end loop;
end;
$$;

create function public.claim_article(idea jsonb) returns table (receipt uuid, id uuid, slug text)
language sql volatile security invoker set search_path = ''
as $$
  select * from private.claim_article(idea);
$$;
comment on function public.claim_article(jsonb) is
  'Claims an idea for the caller. Returns a receipt, or the draft that it has become; PT409 while it is being written.';

create function private.article_of_claim(receipt uuid) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  claim private.article_claims;
begin
  select c.* into claim from private.article_claims c
  where c.receipt = article_of_claim.receipt and c.user_id = (select auth.uid())
  for update;
  if not found then
    raise exception using errcode = 'PT409', message = 'Writing this article took too long, and it was given up.';
  end if;
  return claim.post_id;
end;
$$;
comment on function private.article_of_claim(uuid) is
  'The draft that a claim of the caller has become, null for none yet. Holds the claim until the transaction ends.';

create function private.settle_article_claim(receipt uuid, article uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.article_claims c set post_id = article
  where c.receipt = settle_article_claim.receipt and c.user_id = (select auth.uid()) and c.post_id is null;
$$;

create function public.store_article(receipt uuid, draft jsonb) returns table (id uuid, slug text)
language plpgsql volatile security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  article uuid := private.article_of_claim(store_article.receipt);
  number integer := 1;
begin
  while article is null loop
    insert into public.posts (title, slug, content, excerpt, category_id, author)
    select d.title, d.slug || case number when 1 then '' else '-' || number end, d.content, d.excerpt, d.category_id, d.author
    from jsonb_to_record(draft)
      as d (title text, slug text, content text, excerpt text, category_id uuid, author text)
    on conflict (slug) do nothing
    returning posts.id into article;
    number := number + 1;
  end loop;
  perform private.settle_article_claim(store_article.receipt, article);
  return query select p.id, p.slug from public.posts p where p.id = article;
end;
$$;
comment on function public.store_article(uuid, jsonb) is
  'Stores the draft of a claim of the caller and settles the claim; called again, it returns the same draft. A taken address gets a number. PT409 when the claim is gone.';

create function private.free_article(receipt uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from private.article_claims c
  where c.receipt = free_article.receipt and c.user_id = (select auth.uid()) and c.post_id is null;
$$;

create function public.free_article(receipt uuid) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.free_article(receipt);
$$;
comment on function public.free_article(uuid) is 'Gives up a claim of the caller that has become no draft.';

revoke execute on function
  private.claim_article(jsonb), private.article_of_claim(uuid), private.settle_article_claim(uuid, uuid),
  private.free_article(uuid), public.claim_article(jsonb), public.store_article(uuid, jsonb), public.free_article(uuid)
  from public, anon;
grant execute on function
  private.claim_article(jsonb), private.article_of_claim(uuid), private.settle_article_claim(uuid, uuid),
  private.free_article(uuid), public.claim_article(jsonb), public.store_article(uuid, jsonb), public.free_article(uuid)
  to authenticated, service_role;
