import * as adapter from '@palimpsest/adapter-mcp';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HELP, readArguments } from '../src/main.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** Returns the arguments of the command that the README shows in one language. */
function shown(language: string): readonly string[] {
  const blocks = [...readme.matchAll(/^```(\w+)\n([^]*?)^```$/gm)];
  const codes = blocks.filter(([, name]) => name === language).map(([, , code]) => code!);
  const words = codes
    .join('')
    .split(/[\s",[\]]+/)
    .filter((word) => word !== '');
  return words.slice(words.indexOf('palimpsest-recall') + 1);
}

test.each(['sh', 'toml'])('accepts the arguments that the README shows in %s', (language) => {
  expect(readArguments(shown(language))).toEqual({
    kind: 'serve',
    folder: '/home/alice/kept',
    session: 'alice/42',
  });
});

test('the README names every export and every option', () => {
  for (const name of Object.keys(adapter)) expect(readme).toContain(`\`${name}`);
  for (const [option] of HELP.matchAll(/--[a-z]+/g)) expect(readme).toContain(`\`${option}`);
});
