const TOKENS = /\b(?:sb_(?:publishable|secret)_[\w-]+|eyJ[\w-]+\.[\w-]+\.[\w-]*|Bearer\s+\S+)/g;

const LONGEST = 500;

/** A line of output without tokens and the given secrets, cut to a length that fits a log. */
export function redacted(line: string, secrets: readonly string[]): string {
  const withoutSecrets = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), line);
  return withoutSecrets.replace(TOKENS, '…').slice(0, LONGEST);
}
