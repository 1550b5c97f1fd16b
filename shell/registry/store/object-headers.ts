import { lookup } from 'mrmime';

const ENCODINGS: Readonly<Record<string, string>> = { br: 'br', gz: 'gzip' };

/** What a bucket says of a file when it is asked for: a compressed form says what it is once unpacked. */
export function headersOf(file: string) {
  const [, plain = file, ending = ''] = /^(.*)\.(br|gz)$/.exec(file) ?? [];
  const type = lookup(plain) ?? 'application/octet-stream';
  return {
    ContentType: /^text\/|javascript|json|xml/.test(type) ? `${type}; charset=utf-8` : type,
    CacheControl: 'public, max-age=31536000, immutable',
    ...(ending && { ContentEncoding: ENCODINGS[ending] }),
  };
}
