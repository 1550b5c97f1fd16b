/**
 * What rehype-highlight gets for `lowlight`: the engine without the 37 grammars that it would otherwise always bring.
 * Grammars load one by one, for the languages that a text's code is written in.
 */
export { createLowlight } from 'lowlight';
export const common = {};
