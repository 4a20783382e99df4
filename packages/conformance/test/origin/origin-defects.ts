import { codeDefects } from './code-beside-prose.ts';
import { cutDefects } from './cut-texts.ts';
import { headDefects } from './head-that-takes-all.ts';
import { mergeDefects } from './merged-results.ts';
import type { OriginDefect } from './origin-defect.ts';
import { readDefects } from './pruned-reads.ts';
import { referenceDefects } from './references.ts';
import { outcomeDefects } from './result-lines.ts';

/** Defects D1 to D8 of the original high-density strategy, and B1 to B8 of the original pipeline. */
export const originDefects: readonly OriginDefect[] = [
  ...headDefects,
  ...readDefects,
  ...outcomeDefects,
  ...referenceDefects,
  ...cutDefects,
  ...mergeDefects,
  ...codeDefects,
];
