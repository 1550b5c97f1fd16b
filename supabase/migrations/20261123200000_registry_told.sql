-- Servers are told that the registry changed as they are told of the content: by a version of its own among the others.

insert into private.content_topics (topic) values ('registry');
comment on table private.content_topics is 'What visitors read, and what they are served with, and the version that each has.';

create function private.note_registry_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  insert into private.changed_topics (topic, public_from) values ('registry', '-infinity') on conflict do nothing;
  return null;
end;
$$;
comment on function private.note_registry_change() is 'Each move of the registry counts for its topic.';
revoke execute on function private.note_registry_change() from public;

create trigger note_registry_change after update on private.registry_version
  for each statement execute function private.note_registry_change();

comment on function public.content_versions() is
  'An opaque text for each topic: equal texts mean that nothing which visitors see of it has changed. registry is of what they are served with.';
