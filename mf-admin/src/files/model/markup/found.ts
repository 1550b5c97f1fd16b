import { listCounts } from '../list-counts.ts';

const MOST_NAMES = 3;

const some = (names: ReadonlyMap<string, number>): string => {
  const all = [...names.keys()];
  const more = all.length - MOST_NAMES;
  return `${all.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

type Kind = 'links' | 'files' | 'pictures' | 'embeds' | 'attributes' | 'comments' | 'contents' | 'markup' | 'html';

const WORDS: Readonly<Record<Kind, (count: number, names: ReadonlyMap<string, number>) => string>> = {
  links: (count, names) =>
    `${count === 1 ? '1 link leads to a post or page' : `${count} links lead to posts or pages`} not imported here: ${some(names)}.`,
  files: (count, names) =>
    `${count === 1 ? '1 linked file is' : `${count} linked files are`} not imported: ${some(names)}.`,
  pictures: (count, names) => `${count === 1 ? '1 picture is' : `${count} pictures are`} not imported: ${some(names)}.`,
  embeds: (count) => (count === 1 ? '1 embedded part is a link now.' : `${count} embedded parts are links now.`),
  attributes: (count, names) => `Without ${count === 1 ? '1 attribute' : `${count} attributes`}: ${some(names)}.`,
  comments: (count) => `Without ${count === 1 ? '1 comment' : `${count} comments`} that its page did not show.`,
  contents: () => 'Without the place of its table of contents.',
  markup: (_, names) => `Stays as text: ${listCounts(names)}.`,
  html: (_, names) => `HTML stays as text: ${listCounts(names)}.`,
};

/** Counts parts of a text that are left out, and links that lead nowhere here. */
export class Found {
  readonly #names = new Map<Kind, Map<string, number>>();

  add(kind: Kind, name: string): void {
    const names = this.#names.get(kind) ?? new Map<string, number>();
    names.set(name, (names.get(name) ?? 0) + 1);
    this.#names.set(kind, names);
  }

  notes(): string[] {
    return (Object.keys(WORDS) as Kind[]).flatMap((kind) => {
      const names = this.#names.get(kind);
      return names
        ? [
            WORDS[kind](
              [...names.values()].reduce((sum, count) => sum + count, 0),
              names,
            ),
          ]
        : [];
    });
  }
}
