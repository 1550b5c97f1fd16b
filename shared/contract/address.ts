type ParameterOf<Pattern extends string> = Pattern extends `${infer Start}/${infer Rest}`
  ? ParameterOf<Start> | ParameterOf<Rest>
  : Pattern extends `:${infer Name}`
    ? Name
    : never;

export interface Address<Pattern extends string> {
  (parameters: Readonly<Record<ParameterOf<Pattern>, string>>): string;
  readonly pattern: Pattern;
}

export function address<Pattern extends string>(pattern: Pattern): Address<Pattern> {
  const link = (parameters: Readonly<Record<ParameterOf<Pattern>, string>>) =>
    pattern.replace(/:(\w+)/g, (_, name: ParameterOf<Pattern>) => encodeURIComponent(parameters[name]));
  return Object.assign(link, { pattern });
}
