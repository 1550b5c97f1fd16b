export type BuilderView =
  | { readonly kind: 'outline' }
  | { readonly kind: 'new-module' }
  | { readonly kind: 'edit-module'; readonly id: string }
  | { readonly kind: 'new-lesson'; readonly moduleId: string }
  | { readonly kind: 'edit-lesson'; readonly id: string }
  | { readonly kind: 'preview'; readonly id: string };

/** Query keys. The first that is there counts. */
export const KINDS = ['new-module', 'edit-module', 'new-lesson', 'edit-lesson', 'preview'] as const;

export function builderViewOf(params: URLSearchParams): BuilderView {
  const kind = KINDS.find((name) => params.has(name));
  const id = (kind && params.get(kind)) ?? '';
  if (kind === 'new-module') return { kind };
  if (!kind || id === '') return { kind: 'outline' };
  return kind === 'new-lesson' ? { kind, moduleId: id } : { kind, id };
}

export function searchOfView(view: BuilderView): string {
  if (view.kind === 'outline') return '';
  const about = 'id' in view ? view.id : 'moduleId' in view ? view.moduleId : '';
  return `?${new URLSearchParams({ [view.kind]: about })}`;
}
