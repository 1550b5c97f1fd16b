/** Changes a text up to the last `end`: where none follows, a pattern would look for it anew from each start. */
export function upToLast(end: string, text: string, change: (part: string) => string): string {
  const index = text.lastIndexOf(end);
  return index < 0 ? text : change(text.slice(0, index + end.length)) + text.slice(index + end.length);
}
