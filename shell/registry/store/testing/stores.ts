import { rm } from 'node:fs/promises';
import { folderOfTest } from '@ki/shared/testing/folder.ts';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { openStore } from '../open-store.ts';
import { writeBuild } from './build.ts';
import { BUCKET, startS3 } from './s3-server.ts';

/** An empty folder and an empty bucket for each test of a file, and builds that it makes. */
export function emptyStores() {
  let s3: Awaited<ReturnType<typeof startS3>>;
  let folder: string;
  beforeAll(async () => {
    s3 = await startS3();
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
  });
  afterAll(() => s3.stop());
  beforeEach(async () => {
    await s3.empty();
    folder = folderOfTest();
  });
  return {
    s3: () => s3,
    inFolder: () => openStore({ place: folder, endpoint: undefined, url: undefined }),
    inBucket: () => openStore({ place: `s3://${BUCKET}/ki/store`, endpoint: s3.endpoint, url: undefined }),
    async build(files: Readonly<Record<string, string>>): Promise<string> {
      const dist = await writeBuild(files);
      onTestFinished(() => rm(dist, { recursive: true }));
      return dist;
    },
  };
}
