import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { Search } from '../model/search-form.ts';

/** Stores a web search that waits for its function; returns its id. */
export async function createSearch(client: StaffClient, search: Search): Promise<string> {
  const input_data = {
    query: search.query,
    max_results: search.maxResults,
    search_recency_filter: search.recency,
    search_domain_filter: search.domains.length > 0 ? search.domains : null,
  };
  const row = { workflow_type: 'perplexity_web_search', status: 'pending', input_data };
  return unwrap(await client.from('workflows').insert(row).select('id').single()).id;
}

/** Stores a file's workflow, pending at first and then processing; returns its id. */
export async function createFileWorkflow(client: StaffClient, { name, size, type }: File): Promise<string> {
  const input_data = { filename: name, filesize: size, filetype: type };
  const row = { workflow_type: 'gemini_blog_ideas', status: 'pending', input_data };
  const { id } = unwrap(await client.from('workflows').insert(row).select('id').single());
  unwrap(await client.from('workflows').update({ status: 'processing' }).eq('id', id).select('id'));
  return id;
}
