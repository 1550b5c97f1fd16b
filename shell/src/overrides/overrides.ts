import type { Platform } from '@ki/shared/contract/registry.ts';

export type Overrides = Readonly<Record<string, string>>;

export const OVERRIDES_PATH = '/overrides';
export const OVERRIDES_PARAMETER = 'overrides';
export const OVERRIDE_VERSION = 'override';

export const hasOverrides = ({ remotes }: Platform): boolean =>
  Object.values(remotes).some(({ override }) => override !== undefined);

export function overridesOf({ remotes }: Platform): Overrides {
  return Object.fromEntries(
    Object.entries(remotes).flatMap(([name, { override }]) => (override ? [[name, override]] : [])),
  );
}
