/** `pnpm check:imports`: ends with 1 when an import breaks a rule, or when nothing was looked at. */
import path from 'node:path';
import { checkImportRules } from './import-rules.ts';

const { modules, violations } = await checkImportRules(path.join(import.meta.dirname, '..'));
for (const { rule, from, to, comment } of violations) console.error(`${from} → ${to}\n  ${rule}: ${comment}`);
if (modules === 0) console.error('no module was found, so nothing was checked');
console.log(`${modules} modules, ${violations.length} forbidden imports`);
process.exitCode = modules > 0 && violations.length === 0 ? 0 : 1;
