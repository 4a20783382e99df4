import { readFileSync } from 'node:fs';
import * as summarizer from '@palimpsest/summarizer';
import * as classify from '@palimpsest/summarizer/classify';
import * as reduce from '@palimpsest/summarizer/reduce';
import { expect, test } from 'vitest';
import { WEIGHTS } from '../src/text/weights.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the README names every export, and every weight', () => {
  for (const name of Object.keys(summarizer)) expect(readme).toContain(`\`${name}`);
  for (const [name, weight] of Object.entries(WEIGHTS))
    expect(readme).toMatch(new RegExp(`\\| \`${name}\` +\\| ${weight > 0 ? '\\+' : ''}${weight} `));
});

test('the README names every export of classify, every reason and every rule', () => {
  const names = [
    ...Object.keys(classify),
    ...classify.REASONS,
    ...classify.preservationRules().map(({ name }) => name),
  ];
  for (const name of names) expect(readme).toContain(`\`${name}\``);
});

test('the README names every export of reduce', () => {
  for (const name of Object.keys(reduce)) expect(readme).toMatch(new RegExp(`\\b${name}\\b`));
});
