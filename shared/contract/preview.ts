/** Below it are previews: a token, and for a lesson the end of its address. */
export const PREVIEW_PATH = '/preview/';

/** The row of a record with its draft over it, which its page shows in place of the one that visitors see. */
export type Preview = Readonly<Record<string, unknown>>;

/** The row of a preview as the page's read would find it, else what the read finds. */
export const previewOr = async <Row>(preview: Preview | undefined, read: () => Promise<Row>): Promise<Row> =>
  preview ? (preview as Row) : read();

interface Context {
  readonly preview?: Preview | undefined;
}

/** The context of the loaders of a page: the shell's server renders previews with it. */
export const loaderContext = (preview: Preview | undefined): Context => ({ preview });

export const previewIn = (context: unknown): Preview | undefined => (context as Context | undefined)?.preview;

export interface PreviewAddress {
  readonly token: string;
  /** The lesson of a course. */
  readonly lesson: string | null;
}

const ADDRESS = /^\/preview\/([0-9a-f]{64})(?:\/lessons\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?$/;

/** `null` for an address that no preview has. */
export function previewAt(pathname: string): PreviewAddress | null {
  const [, token, lesson = null] = ADDRESS.exec(pathname) ?? [];
  return token === undefined ? null : { token, lesson };
}

export const previewAddress = (token: string): string => PREVIEW_PATH + token;
