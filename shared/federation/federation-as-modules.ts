import { existsSync } from 'node:fs';
import type { RsbuildPlugin } from '@rsbuild/core';

const COMMONJS = /[\\/]@module-federation[\\/].+\.cjs$/;

/** The ES module that lies beside a CommonJS file, or the file itself. */
function moduleBeside(file: string): string {
  const beside = ['js', 'mjs'].map((extension) => file.replace(/cjs$/, extension));
  return beside.find((candidate) => existsSync(candidate)) ?? file;
}

/**
 * Takes the federation's runtime as ES modules: its plugin names the CommonJS files, of which nothing that is unused can
 * be left out.
 */
export const pluginFederationAsModules = (): RsbuildPlugin => ({
  name: 'ki:federation-as-modules',
  setup(api) {
    api.modifyRspackConfig((_, { rspack, appendPlugins }) => {
      appendPlugins(
        new rspack.NormalModuleReplacementPlugin(COMMONJS, (data) => {
          data.request = moduleBeside(data.request);
          if (data.createData?.resource) data.createData.resource = moduleBeside(data.createData.resource);
        }),
      );
    });
  },
});
