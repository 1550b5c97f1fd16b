export const DATA_PATH = '/_data';

/** The header with the release of a page and its data, `mf-name@version`. */
export const RELEASE = 'release';

export type PageData = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
