import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** The endpoint serves the files of this list and no others. */
function listOfFiles(): Plugin {
  return {
    name: 'list-of-files',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const names = [...Object.keys(bundle), 'icon.svg'].sort();
        this.emitFile({ type: 'asset', fileName: 'files.txt', source: names.join('\n') + '\n' });
      },
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [react(), listOfFiles()],
  build: {
    outDir: '../target/classes/io/concor/console/page',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no data
    modulePreload: { polyfill: false },
    target: 'es2022',
    chunkSizeWarningLimit: 700, // a test bounds the size
  },
  test: { include: ['test/**/*.test.ts'] },
});
