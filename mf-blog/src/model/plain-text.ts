export { beginningOf, plainText } from '@ki/shared/format/plain-text.ts';
