/** The server bundle of one version, with the hash that the registry states. */
export interface Bundle {
  readonly name: string;
  readonly version: string;
  readonly code: Buffer;
}

/** How a bundle is called between the shell and its renderers. */
export const moduleOf = ({ name, version }: Pick<Bundle, 'name' | 'version'>) => `${name}@${version}`;
