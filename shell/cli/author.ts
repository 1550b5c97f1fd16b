import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';

/** Who deploys: the name that git would put on a commit, else the system's user. */
export function currentAuthor(root: string): string {
  try {
    const identity = execFileSync('git', ['var', 'GIT_AUTHOR_IDENT'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [name = ''] = identity.toString().split(' <', 1);
    if (name) return name;
  } catch {
    // No git here, or git knows nobody.
  }
  return userInfo().username;
}
