import { readFileSync } from 'node:fs';
import * as summarizer from '@palimpsest/summarizer';
import { expect, test } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the README names every export, and every weight', () => {
  for (const name of Object.keys(summarizer)) expect(readme).toContain(`\`${name}`);
  for (const [name, weight] of Object.entries(summarizer.WEIGHTS))
    expect(readme).toMatch(new RegExp(`\\| \`${name}\` +\\| ${weight > 0 ? '\\+' : ''}${weight} `));
});
