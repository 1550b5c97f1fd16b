/** Unsaved input of forms, which browsers keep for an account until it is saved, discarded, or the account signs out. */

const prefixOf = (account: string) => `ki-draft/${account}/`;

/** The key of a form's input in sessionStorage and localStorage. */
export const inputKey = (account: string, name: string) => prefixOf(account) + name;

const storages = () => [localStorage, sessionStorage];

const keysOf = (account: string) => [
  ...new Set(storages().flatMap((storage) => Object.keys(storage).filter((key) => key.startsWith(prefixOf(account))))),
];

function titleOf(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? sessionStorage.getItem(key) ?? 'null')?.title;
  } catch {
    return undefined;
  }
}

/** The titles of an account's unsaved input. An earlier release stored no title: such input has its key. */
export const unsavedInputOf = (account: string): string[] =>
  keysOf(account).map((key) => {
    const title = titleOf(key);
    return typeof title === 'string' ? title : key.slice(prefixOf(account).length);
  });

export function deleteUnsavedInput(account: string): void {
  for (const key of keysOf(account)) for (const storage of storages()) storage.removeItem(key);
}
