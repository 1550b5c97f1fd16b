import * as z from 'zod/mini';

// zod's compiled schemas use `new Function`, which the Content-Security-Policy forbids. Set before any schema exists.
z.config({ jitless: true });

export { z };
