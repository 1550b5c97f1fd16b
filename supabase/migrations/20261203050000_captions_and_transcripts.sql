-- Captions and a transcript of a lesson's video. Both are texts of the lesson: trail and versions have every column.

alter table public.lessons
  add column captions text
    -- The line that every WebVTT file begins with; the form of the lesson checks the cues.
    constraint lessons_captions_webvtt check (captions ~ E'^\uFEFF?WEBVTT([ \t\r\n]|$)'),
  add column transcript text;
comment on column public.lessons.captions is 'WebVTT, for a video file. Players of other services have captions of their own.';
comment on column public.lessons.transcript is 'Markdown: what is said and shown in the video.';
grant insert (captions, transcript), update (captions, transcript) on public.lessons to authenticated;

drop trigger touch_updated_at on public.lessons;
create trigger touch_updated_at before update of
  title, content, video_url, captions, transcript, duration, lesson_type
  on public.lessons for each row execute function private.touch_updated_at();

-- Another list of parameters is another function: the former one would stay beside it and make calls ambiguous.
drop function public.create_lesson(uuid, text, text, time, text, text);
create function public.create_lesson(
  module uuid, title text, lesson_type text, duration time, content text, video_url text default null,
  captions text default null, transcript text default null
) returns uuid
language plpgsql security invoker set search_path = ''
as $$
declare
  created uuid;
begin
  perform public.reorder_course(private.course_of_module(create_lesson.module), '[]');
  insert into public.lessons (
    module_id, title, lesson_type, duration, content, video_url, captions, transcript, order_position
  )
  values (
    create_lesson.module, create_lesson.title, create_lesson.lesson_type, create_lesson.duration,
    create_lesson.content, create_lesson.video_url, create_lesson.captions, create_lesson.transcript,
    (select count(*) from public.lessons l where l.module_id = create_lesson.module)
  )
  returning id into created;
  return created;
end;
$$;
comment on function public.create_lesson(uuid, text, text, time, text, text, text, text) is
  'Adds a lesson at the end of a module. Returns its id.';
revoke execute on function public.create_lesson from public, anon;
grant execute on function public.create_lesson to authenticated, service_role;

create or replace function private.copy_lessons(from_module uuid, to_module uuid) returns void
language sql security invoker set search_path = ''
as $$
  insert into public.lessons (
    module_id, title, content, video_url, captions, transcript, duration, lesson_type, order_position
  )
  select
    to_module, l.title, l.content, l.video_url, l.captions, l.transcript, l.duration, l.lesson_type, l.order_position
  from public.lessons l where l.module_id = from_module;
$$;

create or replace function public.duplicate_lesson(lesson uuid) returns uuid
language plpgsql security invoker set search_path = ''
as $$
declare
  original public.lessons;
  copy uuid;
begin
  perform public.reorder_course(private.course_of_module(private.module_of_lesson(lesson)), '[]');
  select l.* into original from public.lessons l where l.id = lesson;
  if not found then
    raise exception using errcode = 'PT404', message = 'There is no such lesson.';
  end if;
  update public.lessons l set order_position = l.order_position + 1
  where l.module_id = original.module_id and l.order_position > original.order_position;
  insert into public.lessons (
    module_id, title, content, video_url, captions, transcript, duration, lesson_type, order_position
  )
  values (
    original.module_id, original.title || ' (Kopie)', original.content, original.video_url, original.captions,
    original.transcript, original.duration, original.lesson_type, original.order_position + 1
  )
  returning id into copy;
  return copy;
end;
$$;
