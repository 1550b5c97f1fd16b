import type { PolicyBackend } from './backend.ts';
import { importer, outcomes, stage } from './import-calls.ts';
import { rules } from './rules.ts';

export interface Answer {
  readonly error: { readonly code: string } | null;
  readonly data: unknown;
}
export type Act = () => PromiseLike<Answer>;

export const TWENTY = Array.from({ length: 20 }, (_, index) => index);
/** The codes of all answers, sorted; `done` for each that succeeded. */
export const codes = (answers: readonly Answer[]) => answers.map(({ error }) => error?.code ?? 'done').sort();

/** Calls of staff that race with others. */
export function givenRaces({ as, owner }: PolicyBackend) {
  const count = async (query: string, ...values: unknown[]) => (await owner.query(query, values)).length;
  const entries = Array.from({ length: 40 }, (_, number) => ({
    title: `Titel ${number}`,
    slug: `neu-${number}`,
    content: 'Text',
  }));
  return {
    count,
    async another(kind: 'categories' | 'matrix_levels'): Promise<string> {
      return (await as.staff.from(kind).insert<object>(rules[kind].row).select('id').single().throwOnError()).data.id;
    },
    removeCategory: (kind: string, category: string, replacement: string) =>
      as.staff.rpc('delete_category', { kind, category, replacement }),
    addPage: (slug: string) => as.staff.from('pages').insert({ slug, title: slug, content: 'Text' }).select('id'),
    entries,
    imported: () => count("select from public.posts where slug like 'neu-%'"),
    async givenImport(rows = entries) {
      const posts = importer(as, 'posts');
      const id = await stage(as.staff, rows);
      const { plan } = await posts.report(id);
      return { run: () => posts.call(id, {}, plan), check: async () => outcomes(await posts.report(id)) };
    },
    /** A link that any account may accept. */
    async givenLink(): Promise<string> {
      await owner.query("update private.settings set sign_up = 'invited'");
      return (await owner.query<{ token: string }>('select private.invite() as token'))[0]?.token ?? '';
    },
  };
}
