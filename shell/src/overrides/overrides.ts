import type { Platform } from '@ki/shared/contract/registry.ts';

/** Remotes that one visitor gets from elsewhere than the store: name to the origin of a development server. */
export type Overrides = Readonly<Record<string, string>>;

/** Where overrides are set, and the parameter of any address that opens the panel for it. */
export const OVERRIDES_PATH = '/overrides';
export const OVERRIDES_PARAMETER = 'overrides';
/** What stands in place of a version: code from a development server has none. */
export const OVERRIDE_VERSION = 'override';

/** Whether any override is on in this document. */
export const hasOverrides = ({ remotes }: Platform): boolean =>
  Object.values(remotes).some(({ override }) => override !== undefined);

/** The overrides that are on in this document. */
export function overridesOf({ remotes }: Platform): Overrides {
  return Object.fromEntries(
    Object.entries(remotes).flatMap(([name, { override }]) => (override ? [[name, override]] : [])),
  );
}
