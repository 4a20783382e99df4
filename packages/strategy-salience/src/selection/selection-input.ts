import type { IContent } from '@palimpsest/core-types';
import type { Role } from '../ranking/passage.ts';
import type { EditedLines } from '../value/values.ts';
import type { SalienceWeights } from '../value/weights.ts';
import type { Budget } from './budget.ts';
import type { ParseCache } from '../parts/parse-cache.ts';
import type { Part } from '../parts/parts.ts';
import type { RetentionClass } from '../required/retention-class.ts';

/** Input of a selection. */
export interface SelectionInput {
  readonly history: readonly IContent[];
  readonly parts: readonly (readonly Part[])[];
  /** Lines of files that edits changed. @default none */
  readonly edited?: EditedLines;
  readonly retentionClasses: readonly RetentionClass[];
  /** Tokens of each entry. */
  readonly tokens: readonly number[];
  /** Tokens per character of prose. Independent of the history, so that a text that fits once fits again (law 6). */
  readonly proseRate: number;
  readonly parseCache: ParseCache;
  readonly weights: SalienceWeights;
  readonly countEntry: (entry: IContent) => Promise<number> | number;
  /** Whether adjacent entries without content are merged into one marker. */
  readonly mergesOmitted: boolean;
  readonly originalId?: ((entry: IContent, block: number) => string | undefined) | undefined;
}

/** One attempt to meet the target. */
export interface SelectionOptions extends Budget {
  /** What to select from: ordinary content; instead of it user text; then also the text that the newest request answers. */
  readonly from: 'ordinary' | 'human' | 'answer';
  /** Share of the maximum for directives that this attempt may use. */
  readonly directiveShare: number;
  /** Maximum share of the target for lines that state outcomes. */
  readonly outcomeShare: number;
}

/** Returns whether an attempt may reduce entries of a class. */
export function isReducible(retention: RetentionClass, from: SelectionOptions['from']): boolean {
  if (retention === 'answer') return from !== 'human';
  return retention === 'ordinary' || (retention === 'human' && from !== 'ordinary');
}

/** Returns the reducible texts of a role, oldest first. */
export function reducibleParts(
  { parts, retentionClasses }: SelectionInput,
  role: Role,
  from: SelectionOptions['from'],
): Part[] {
  return parts.flatMap((of, at) =>
    isReducible(retentionClasses[at]!, from)
      ? of.filter((part) => part.role === role && !part.isSettled)
      : [],
  );
}
