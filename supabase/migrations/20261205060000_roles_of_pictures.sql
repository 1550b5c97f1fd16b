-- Roles and pictures of the library: everybody who is staff adds, and changes what is its own; publishers change all.

create trigger check_0_owner after insert on public.pictures for each row execute function private.note_owner();
create trigger check_role after insert or update or delete on public.pictures
  for each row execute function private.check_role();
comment on table private.owners is
  'The account that created a post, page, course, workshop, ad or picture. Older records, and those of deleted accounts, are nobody''s own.';
