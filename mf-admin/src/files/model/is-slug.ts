/** `.` and `..` would lead to another page. */
export const isSlug = (text: string): boolean => /^(?!\.\.?$)[^\s/?#%\\]+$/.test(text);
