import { readFileSync } from 'node:fs';
import * as summarizer from '@palimpsest/summarizer';
import * as classify from '@palimpsest/summarizer/classify';
import * as reduce from '@palimpsest/summarizer/reduce';
import { expect, test } from 'vitest';
import { HARD_REASONS } from '../src/classify/hard-reasons.ts';
import { SOFT_REASONS } from '../src/classify/classifier.ts';

/** Returns the page of one entry of the package. */
const read = (entry: string): string =>
  readFileSync(new URL(`../../../docs/packages/summarizer/${entry}.md`, import.meta.url), 'utf8');

test('the page about texts names every export', () => {
  const page = read('texts');
  for (const name of Object.keys(summarizer)) expect(page).toContain(`\`${name}`);
});

test('the page about classify names every export and every reason', () => {
  const page = read('classify');
  const names = [
    ...Object.keys(classify),
    ...Object.keys(HARD_REASONS),
    ...Object.keys(SOFT_REASONS),
  ];
  for (const name of names) expect(page).toContain(`\`${name}\``);
});

test('the page about reduce names every export', () => {
  const page = read('reduce');
  for (const name of Object.keys(reduce)) expect(page).toMatch(new RegExp(`\\b${name}\\b`));
});
