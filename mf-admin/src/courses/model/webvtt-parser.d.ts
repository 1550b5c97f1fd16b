/** The package has no types; this is the part that is used here. */
declare module 'webvtt-parser' {
  export class WebVTTParser {
    parse(
      input: string,
      mode: 'captions' | 'chapters' | 'metadata',
    ): {
      readonly cues: readonly { readonly startTime: number; readonly endTime: number; readonly text: string }[];
      readonly errors: readonly { readonly message: string; readonly line: number; readonly col?: number }[];
    };
  }
}
