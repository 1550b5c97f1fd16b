import { askedPage } from '@ki/shared/contract/list-page.ts';

export interface WorkflowQuery {
  readonly page: number;
  readonly open: string | null;
}

export const workflowQueryOf = (params: URLSearchParams): WorkflowQuery => ({
  page: askedPage(params, 'page'),
  open: params.get('workflow'),
});

export function workflowSearchOf({ page, open }: WorkflowQuery): string {
  const params = new URLSearchParams();
  if (page > 1) params.set('page', String(page));
  if (open) params.set('workflow', open);
  return `?${params}`;
}
