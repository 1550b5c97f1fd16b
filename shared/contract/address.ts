/** The names of a pattern's parameters: `'slug'` for `/post/:slug`. */
type ParameterOf<Pattern extends string> = Pattern extends `${infer Start}/${infer Rest}`
  ? ParameterOf<Start> | ParameterOf<Rest>
  : Pattern extends `:${infer Name}`
    ? Name
    : never;

/** An address with parameters: `pattern` is what a route matches, calling it gives the path of a link. */
export interface Address<Pattern extends string> {
  (parameters: Readonly<Record<ParameterOf<Pattern>, string>>): string;
  readonly pattern: Pattern;
}

/** Parameters are encoded here and nowhere else. */
export function address<Pattern extends string>(pattern: Pattern): Address<Pattern> {
  const link = (parameters: Readonly<Record<ParameterOf<Pattern>, string>>) =>
    pattern.replace(/:(\w+)/g, (_, name: ParameterOf<Pattern>) => encodeURIComponent(parameters[name]));
  return Object.assign(link, { pattern });
}
