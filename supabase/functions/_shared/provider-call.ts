export interface ProviderCall {
  readonly provider: string;
  /** The variable that holds the key, for messages. */
  readonly keyName: string;
  readonly key: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}
