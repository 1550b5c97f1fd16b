import { z } from 'zod';

// Compiled schemas would need `new Function`, which the site's security policy forbids. Set before any schema is made.
z.config({ jitless: true });

export { z };
