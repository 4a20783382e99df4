import type { ParsedText } from '../reading/parsed-text.ts';

/** Where a text comes from. `reasoning` is a thinking block, `arguments` those of a tool call. */
export type Role = 'system' | 'user' | 'text' | 'arguments' | 'reasoning' | 'result';

/** One text of a history with its position. */
export interface Passage {
  readonly reading: ParsedText;
  /** Index of its message, from 0. Passages must be in ascending order. */
  readonly message: number;
  readonly role: Role;
  /** Whether it belongs to a call that names a file. @default false */
  readonly namesFile?: boolean;
  /** Whether it states the current task: its terms score higher. @default false */
  readonly isTask?: boolean;
  /** Whether it stays unchanged, so that its content counts as covered. @default false */
  readonly isKept?: boolean;
  /** Whether only its required units may be selected. @default false */
  readonly isExhausted?: boolean;
  /** Whether nothing but its required units may stay, however much room is left. @default false */
  readonly isReplaced?: boolean;
  /** Units that always stay. @default none */
  readonly requiredUnits?: readonly number[];
  /** Cost per character, in the unit of the budget. @default 1 */
  readonly costPerCharacter?: number;
}

export const USER = 1;
export const TEXT = 2;
export const ARGUMENTS = 4;
export const REASONING = 8;
export const RESULT = 16;

/** One bit per role. System text is not counted. */
export const ROLE_BITS: Readonly<Record<Role, number>> = {
  system: 0,
  user: USER,
  text: TEXT,
  arguments: ARGUMENTS,
  reasoning: REASONING,
  result: RESULT,
};
