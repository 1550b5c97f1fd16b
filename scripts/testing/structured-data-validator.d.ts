declare module '@adobe/structured-data-validator' {
  type Nodes = Readonly<Record<string, readonly object[]>>;

  // biome-ignore lint/style/noDefaultExport: that is what the package exports.
  export default class Validator {
    validate(extracted: { jsonld: Nodes; microdata: Nodes; rdfa: Nodes }): Promise<readonly { issueMessage: string }[]>;
  }
}
