/** What the address of the workflows asks for. */
export interface WorkflowQuery {
  /** Counts from 1. */
  readonly page: number;
  /** The entry that is open. */
  readonly open: string | null;
}

/** Reads a query from an address; whatever makes no sense there counts as not said. */
export function workflowQueryOf(params: URLSearchParams): WorkflowQuery {
  const page = Number(params.get('page') ?? 1);
  return {
    page: Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    open: params.get('workflow'),
  };
}

/** The address of a query, `?…`. */
export function workflowSearchOf({ page, open }: WorkflowQuery): string {
  const params = new URLSearchParams();
  if (page > 1) params.set('page', String(page));
  if (open) params.set('workflow', open);
  return `?${params}`;
}
