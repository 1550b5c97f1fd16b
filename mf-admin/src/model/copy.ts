/** What a copy is called. */
export const copyTitle = (title: string) => `${title} (Kopie)`;

/** The first address for a copy that is not taken: `slug-kopie`, `slug-kopie-2`, … */
export function copySlug(slug: string, taken: readonly string[]): string {
  const first = `${slug}-kopie`;
  let candidate = first;
  for (let number = 2; taken.includes(candidate); number += 1) candidate = `${first}-${number}`;
  return candidate;
}
