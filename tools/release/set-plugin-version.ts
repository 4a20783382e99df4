// Copies the version of @palimpsest/claude-code into the manifest that Claude Code reads. `pnpm version-packages` runs this.
import { readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('../../packages/claude-code/', import.meta.url);
const path = new URL('.claude-plugin/plugin.json', folder);
const { version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as {
  version: string;
};
const text = readFileSync(path, 'utf8');
writeFileSync(path, text.replace(/"version": "[^"]*"/, `"version": "${version}"`));
