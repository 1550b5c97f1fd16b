import type { Reader } from '@ki/shared/contract/reader.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

/** The words below the heading of a list. Only its own page reads them, so that no other document carries them. */
export async function readIntro(reader: Reader, list: 'workshops' | 'courses'): Promise<string> {
  const { workshops_intro, courses_intro } = unwrap(
    await reader.from('site').select('workshops_intro, courses_intro').single(),
  );
  return (list === 'workshops' ? workshops_intro : courses_intro).trim();
}
