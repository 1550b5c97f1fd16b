import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser';

const FOLDER = /^(shell|shared|supabase|e2e|scripts|mf-[^/]+)$/;

interface Rules {
  readonly forbidden: IFlattenedRuleSet['forbidden'];
  readonly options: ICruiseOptions & { enhancedResolveOptions: object };
}

const rules = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as Rules;

export interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
  readonly comment: string;
}

/** Checks who imports whom below a folder of the workspace's shape. */
export async function checkImportRules(root: string): Promise<{ modules: number; violations: Violation[] }> {
  const folders = readdirSync(root).filter((name) => FOLDER.test(name));
  const { enhancedResolveOptions, ...options } = rules.options;
  const result = await cruise(
    folders,
    { ...options, baseDir: root, validate: true, ruleSet: { forbidden: rules.forbidden } },
    enhancedResolveOptions,
  );
  const { summary } = result.output as ICruiseResult;
  const comments = new Map(rules.forbidden?.map(({ name, comment }) => [name, comment ?? '']));
  const violations = summary.violations.map(({ rule, from, to }) => ({
    rule: rule.name,
    from,
    to: path.normalize(to),
    comment: comments.get(rule.name) ?? '',
  }));
  return { modules: summary.totalCruised, violations };
}
