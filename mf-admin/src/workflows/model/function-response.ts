import { z } from '../../kit/model/z.ts';

/** Response of an edge function. `message` is null when it gave no reason or was not reached. */
export type FunctionResponse =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly message: string | null };

export const SEARCH_FAILED = 'Failed to process search. Please try again.';
const FILE_FAILED = 'Failed to process file. Please try again.';
const QUOTA = 'Gemini API quota exceeded. Please wait a few minutes or check your API billing.';

export const fileAlert = (message: string | null) =>
  /quota|resource[_ -]?exhausted/i.test(message ?? '') ? QUOTA : FILE_FAILED;

export const articleAlert = (message: string | null) => (message ? `Error: ${message}` : 'Failed to generate article');

const withPost = z.object({ post: z.object({ id: z.string() }) });

export const createdPostId = (body: unknown): string | null => withPost.safeParse(body).data?.post.id ?? null;
