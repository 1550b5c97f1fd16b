/** Replaces `lowlight` in rehype-highlight: the engine without its 37 grammars, as texts load theirs one by one. */
export { createLowlight } from 'lowlight';
export const common = {};
