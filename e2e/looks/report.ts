import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Difference } from './compare.ts';

const STYLE = `body{font:1rem/1.5 system-ui;margin:2rem;color-scheme:light dark}
.row{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:1rem;align-items:start}
figure{margin:0}img{max-inline-size:100%;border:1px solid #8888}figcaption{font-weight:600}`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Writes pictures as they come, and one page in the end that shows them side by side. */
export class Report {
  readonly #folder: string;
  readonly #rows: string[] = [];
  readonly #equal: string[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  get differing(): number {
    return this.#rows.length;
  }

  async add(page: string, differences: readonly Difference[]): Promise<void> {
    if (differences.length === 0) this.#equal.push(page);
    await mkdir(this.#folder, { recursive: true });
    for (const { name, pixels, ...pictures } of differences) {
      const file = (kind: string) => `${this.#rows.length}-${kind}.png`;
      const shown = [
        ['before', pictures.before],
        ['after', pictures.after],
        ['difference', pictures.picture],
      ] as const;
      for (const [kind, picture] of shown) await writeFile(path.join(this.#folder, file(kind)), picture);
      const figures = shown.map(
        ([kind]) =>
          `<figure><figcaption>${kind}</figcaption><a href="${file(kind)}"><img src="${file(kind)}" alt="" loading="lazy"></a></figure>`,
      );
      this.#rows.push(`<h2>${escaped(name)}: ${pixels} pixels</h2><div class="row">${figures.join('')}</div>`);
    }
  }

  /** The address of the page. */
  async write(title: string): Promise<string> {
    const file = path.join(this.#folder, 'index.html');
    const equal = this.#equal.map((page) => `<li>${escaped(page)}</li>`).join('');
    await mkdir(this.#folder, { recursive: true });
    await writeFile(
      file,
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title><style>${STYLE}</style>
<h1>${escaped(title)}</h1><p>${this.#rows.length} pictures differ.</p>${this.#rows.join('\n')}
<h2>Pages without a difference</h2><ul>${equal}</ul></html>`,
    );
    return pathToFileURL(file).href;
  }
}
