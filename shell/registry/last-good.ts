import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ifThere, writeJson } from '@ki/shared/process/files.ts';
import { checkedDocument, type RegistryDocument } from './schema.ts';

/** The shell's copy of the last valid registry: it serves from it while the database does not respond. */
export const lastGoodPath = (dataDir: string) => path.join(dataDir, 'registry.last-good.json');

export async function readLastGood(dataDir: string): Promise<RegistryDocument | null> {
  const file = lastGoodPath(dataDir);
  const text = await ifThere(readFile(file, 'utf8'));
  if (text === null) return null;
  try {
    return checkedDocument(file, JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Error(`${file} is not JSON: ${error.message}`);
  }
}

export const keepLastGood = (dataDir: string, document: RegistryDocument): Promise<void> =>
  writeJson(lastGoodPath(dataDir), document);
