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
  readonly edited?: EditedLines | undefined;
  readonly retentionClasses: readonly RetentionClass[];
  /** Tokens of each entry. */
  readonly tokens: readonly number[];
  /** Tokens per character of prose. Independent of the history, so that a text that fits once fits again (law 6). */
  readonly proseRate: number;
  readonly parseCache: ParseCache;
  readonly weights: SalienceWeights;
  readonly countEntry: (entry: IContent) => Promise<number> | number;
  /** Whether adjacent entries of which nothing is kept are merged into one gap marker. */
  readonly mergesOmitted: boolean;
  readonly originalId?: ((entry: IContent, block: number) => string | undefined) | undefined;
}

/** One attempt to meet the target. */
export interface SelectionOptions extends Budget {
  /**
   * `ordinary`: selects from ordinary content and the assistant text that the newest request answers. `human`: also reduces user text,
   * keeps that assistant text whole, and keeps only required units of ordinary content. `answer`: like `human`, but reduces that assistant
   * text too.
   */
  readonly from: 'ordinary' | 'human' | 'answer';
  /** Factor from 0 to 1 for the maximum tokens of directives. */
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
