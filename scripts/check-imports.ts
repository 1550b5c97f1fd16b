/** `pnpm check:imports`: exits with 1 when an import breaks a rule, or when nothing was checked. */
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

export async function checkImportRules(root: string) {
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

if (import.meta.main) {
  const { modules, violations } = await checkImportRules(path.join(import.meta.dirname, '..'));
  for (const { rule, from, to, comment } of violations) console.error(`${from} → ${to}\n  ${rule}: ${comment}`);
  if (modules === 0) console.error('no module was found, so nothing was checked');
  console.log(`${modules} modules, ${violations.length} forbidden imports`);
  process.exitCode = modules > 0 && violations.length === 0 ? 0 : 1;
}
