import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  // The pages work in any folder of a server.
  base: './',
  resolve: { conditions: ['@palimpsest/source', ...defaultClientConditions] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es', rolldownOptions: { output: { codeSplitting: false } } },
  build: { target: 'es2022', modulePreload: false, license: { fileName: 'licenses.md' } },
  preview: { host: '127.0.0.1' },
});
