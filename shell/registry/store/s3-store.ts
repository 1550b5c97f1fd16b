import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { lookup } from 'mrmime';
import { releaseText } from '../provenance/statements.ts';
import { eachOf, filesIn, PARTS, RELEASE_FILE } from './content.ts';
import type { Store } from './store.ts';

const ENCODINGS: Readonly<Record<string, string>> = { br: 'br', gz: 'gzip' };

function headersOf(file: string) {
  const [, plain = file, ending = ''] = /^(.*)\.(br|gz)$/.exec(file) ?? [];
  const type = lookup(plain) ?? 'application/octet-stream';
  return {
    ContentType: /^text\/|javascript|json|xml/.test(type) ? `${type}; charset=utf-8` : type,
    CacheControl: 'public, max-age=31536000, immutable',
    ...(ending && { ContentEncoding: ENCODINGS[ending] }),
  };
}

export interface S3Place {
  readonly bucket: string;
  readonly folder: string;
  readonly endpoint: string | undefined;
}

/** The region that vendors without regions respond to. */
const ANY_REGION = 'us-east-1';

/** The region of AWS is a setting, or stands in its profile; its library says only that it is missing. */
function clientForAws(): S3Client {
  const client = new S3Client({});
  const requireRegion = () =>
    client.config.region().catch((cause: unknown) => {
      throw new Error('AWS_REGION is missing; expected the region of the bucket, such as eu-central-1', { cause });
    });
  client.middlewareStack.add((next) => (command) => requireRegion().then(() => next(command)), { step: 'initialize' });
  return client;
}

function clientFor(endpoint: string | undefined, environment: NodeJS.ProcessEnv): S3Client {
  if (!endpoint) return clientForAws();
  return new S3Client({
    endpoint,
    forcePathStyle: true,
    region: environment.AWS_REGION || ANY_REGION,
    // Some vendors lack AWS's checksums; the files are hashed anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

const statusOf = (error: unknown) => (error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined);

/** The release file comes last and goes first, so that a partial version is no release. */
export function createS3Store({ bucket, folder, endpoint }: S3Place, environment: NodeJS.ProcessEnv): Store {
  const client = clientFor(endpoint, environment);
  const Bucket = bucket;
  const root = folder && `${folder}/`;
  const folderOf = (name: string, version: string) => `${root}${name}/${version}/`;

  async function listed(prefix: string, delimiter?: string) {
    const found = { files: new Map<string, Date>(), folders: [] as string[] };
    const input = { Bucket, Prefix: prefix, ...(delimiter && { Delimiter: delimiter }) };
    for await (const page of paginateListObjectsV2({ client }, input)) {
      for (const { Key = '', LastModified = new Date(0) } of page.Contents ?? []) {
        found.files.set(Key.slice(prefix.length), LastModified);
      }
      for (const { Prefix = '' } of page.CommonPrefixes ?? []) found.folders.push(Prefix.slice(prefix.length, -1));
    }
    return found;
  }

  async function putFile(prefix: string, file: string, body: Buffer): Promise<void> {
    const object = { Bucket, Key: prefix + file, Body: body, ...headersOf(file) };
    try {
      await client.send(new PutObjectCommand({ ...object, IfNoneMatch: '*' }));
    } catch (error) {
      // It is there already, or the vendor does not implement the condition.
      if (statusOf(error) === 412) return;
      if (statusOf(error) !== 501) throw error;
      await client.send(new PutObjectCommand(object));
    }
  }

  return {
    place: `s3://${path.posix.join(bucket, folder)}`,
    remotes: async () => (await listed(root, '/')).folders.sort(),
    async list(name) {
      const versions = new Map<string, { isWhole: boolean; time: Date }>();
      for (const [file, time] of (await listed(`${root}${name}/`)).files) {
        const [version = '', ...rest] = file.split('/');
        const known = versions.get(version);
        const isWhole = rest.join('/') === RELEASE_FILE || (known?.isWhole ?? false);
        versions.set(version, { isWhole, time: known && known.time > time ? known.time : time });
      }
      const found = [...versions].map(([version, state]) => ({ version, ...state }));
      return found.sort((one, other) => other.time.getTime() - one.time.getTime());
    },
    files: async (name, version) => [...(await listed(folderOf(name, version))).files.keys()].sort(),
    async read(name, version, file) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: folderOf(name, version) + file }));
        return Body ? Buffer.from(await Body.transformToByteArray()) : null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async put(dist, release) {
      const prefix = folderOf(release.name, release.version);
      const there = (await listed(prefix)).files;
      if (there.has(RELEASE_FILE)) return;
      const built = (await filesIn(dist)).filter((file) => PARTS.some((part) => file.startsWith(`${part}/`)));
      const missing = built.filter((file) => !there.has(file));
      await eachOf(missing, async (file) => putFile(prefix, file, await readFile(path.join(dist, file))));
      await putFile(prefix, RELEASE_FILE, Buffer.from(releaseText(release)));
    },
    async remove(name, version) {
      const prefix = folderOf(name, version);
      const remove = (file: string) => client.send(new DeleteObjectCommand({ Bucket, Key: prefix + file }));
      await remove(RELEASE_FILE);
      await eachOf([...(await listed(prefix)).files.keys()], remove);
    },
  };
}
