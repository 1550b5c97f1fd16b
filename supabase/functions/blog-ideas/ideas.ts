import { z } from 'npm:zod@4.6.7';
import { modelJson } from '../_shared/gemini.ts';
import { Failure } from '../_shared/http.ts';
import { onlyLinks } from '../_shared/only-links.ts';
import { visibleText } from '../_shared/visible-text.ts';

export const IDEAS = 10;

/** The limits of `generate-article`, so that every idea can become an article. */
const text = (longest: number) => z.string().transform((written) => visibleText(written).trim().slice(0, longest));

const ideaSchema = z.object({
  title: text(300).pipe(z.string().min(1)),
  description: text(5000).catch(''),
  mehrwert: text(5000).catch(''),
  sources: z.array(z.string()).catch([]),
});

const listSchema = z.union([
  z.array(z.unknown()),
  z.object({ items: z.array(z.unknown()) }).transform(({ items }) => items),
  z.object({ ideas: z.array(z.unknown()) }).transform(({ ideas }) => ideas),
]);

export function ideasIn(text: string, fileContent: string): object {
  const json = modelJson(text);
  if (json === undefined) return { ideas: onlyLinks(visibleText(text), []) };
  const list = listSchema.safeParse(json).data ?? [];
  const items = list
    .flatMap((entry) => ideaSchema.safeParse(entry).data ?? [])
    .slice(0, IDEAS)
    .map(({ title, description, mehrwert, sources }) => {
      const known = sources.filter((source) => isAddressIn(fileContent, source));
      const withoutOthers = (written: string) =>
        onlyLinks(
          written,
          known.map((url) => ({ url })),
        );
      return {
        id: crypto.randomUUID(),
        title: withoutOthers(title),
        description: withoutOthers(description),
        mehrwert: withoutOthers(mehrwert),
        selected: true,
        ...(known.length > 0 && { sources: known }),
      };
    });
  if (items.length === 0) throw new Failure(502, 'Gemini found no ideas in this file. Please try again.');
  return { items, total_count: items.length };
}

/** Models invent addresses: only one that the file holds is a source. */
const isAddressIn = (fileContent: string, source: string) =>
  /^https?:\/\//.test(source) && source.length <= 2000 && URL.canParse(source) && fileContent.includes(source);
