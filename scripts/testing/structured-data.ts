import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import Validator from '@adobe/structured-data-validator';
import { ROOT } from '../../shell/build/workspace.ts';

export interface Node {
  readonly '@type': string;
  readonly [property: string]: unknown;
}

export const nodesIn = (html: string): Node[] =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g)].map(([, json = '']) =>
    JSON.parse(json),
  );

/** Google's rules for what it shows of some types. */
export const googleIssues = (nodes: readonly Node[]) =>
  new Validator().validate({
    jsonld: Object.fromEntries(Map.groupBy(nodes, (node) => node['@type'])),
    microdata: {},
    rdfa: {},
  });

/** The whole vocabulary of schema.org as TypeScript types: a property or value that it does not have is an error. */
export async function vocabularyIssues(nodes: readonly Node[]): Promise<string> {
  const folder = mkdtempSync(path.join(ROOT, 'node_modules', '.structured-data-'));
  const types = [...new Set(nodes.map((node) => node['@type']))];
  const constants = nodes.map(
    (node, index) => `export const node${index}: WithContext<${node['@type']}> = ${JSON.stringify(node)};`,
  );
  const file = path.join(folder, 'nodes.ts');
  writeFileSync(file, [`import type { ${types.join(', ')}, WithContext } from 'schema-dts';`, ...constants].join('\n'));
  try {
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--module', 'nodenext'];
    await promisify(execFile)(process.execPath, [path.join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, file]);
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout || String(error);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
