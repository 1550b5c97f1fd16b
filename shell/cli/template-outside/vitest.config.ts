import { defineConfig } from 'vitest/config';

/** Pages with their real loaders, on a backend like the platform's with its content. */
export default defineConfig({
  test: {
    environment: 'happy-dom',
    // The kit's imports of CommonJS packages are transformed like those of the remote's own sources.
    server: { deps: { inline: [/@ki.remote-kit/] } },
    globalSetup: ['@ki/shared/testing/backend.ts'],
    setupFiles: ['@ki/shared/testing/connect-backend.ts'],
  },
});
