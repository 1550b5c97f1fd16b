import type { ResourceContext } from '@ki/shared/contract/remote-module.ts';
import { DataError, unwrap } from '@ki/shared/data/errors.ts';

/** The captions of a lesson of a published course, as a file of this site: a video's track must have its page's origin. */
export async function captionsAnswer({ reader, params }: ResourceContext): Promise<Response> {
  const { courseSlug = '', lessonId = '' } = params;
  const { captions } = unwrap(
    await reader
      .from('lessons')
      .select('captions, module:modules!inner(course:courses!inner(slug, is_published))')
      .eq('id', lessonId)
      .eq('module.course.slug', courseSlug)
      .eq('module.course.is_published', true)
      .maybeSingle(),
  );
  if (captions === null) throw new DataError('not_found', 'This lesson has no captions.');
  return new Response(captions, {
    headers: { 'content-type': 'text/vtt; charset=utf-8', 'cache-control': 'no-cache' },
  });
}
