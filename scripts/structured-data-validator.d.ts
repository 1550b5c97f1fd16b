declare module '@adobe/structured-data-validator' {
  type Nodes = Readonly<Record<string, readonly object[]>>;

  export default class Validator {
    validate(extracted: { jsonld: Nodes; microdata: Nodes; rdfa: Nodes }): Promise<readonly { issueMessage: string }[]>;
  }
}
