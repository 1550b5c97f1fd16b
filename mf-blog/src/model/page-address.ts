/** Address of a page of a list; the first has no number. */
export const pageAddress = (path: string, page: number) => (page === 1 ? path : `${path}?seite=${page}`);

/** What a title says of a page after the first: ', Seite 2'. */
export const pageSuffix = (page: number) => (page === 1 ? '' : `, Seite ${page}`);
