/** The part of the package that is used: its types on npm lack the server's preferences. */
declare module 'negotiator' {
  class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string>> });
    /** The encodings that the client accepts, best first; between equals the order of `preferred` decides. */
    encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): string[];
    /** The media type that the client ranks highest. */
    mediaType(available: readonly string[]): string | undefined;
  }
  export = Negotiator;
}
