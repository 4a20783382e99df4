import type { ParsedText } from './reading/parsed-text.ts';

/** Where a text comes from. `reasoning` is what a model thought, `arguments` what it called a tool with. */
export type Role = 'system' | 'user' | 'text' | 'arguments' | 'reasoning' | 'result';

/** One text of a history, in its place. */
export interface Passage {
  readonly reading: ParsedText;
  /** Number of the message it stands in, from 0 on; passages come in ascending order. */
  readonly message: number;
  readonly role: Role;
  /** It belongs to a call that names a file. @default false */
  readonly namesFile?: boolean;
  /** It says what the work is about now: what it names counts for more. @default false */
  readonly isTask?: boolean;
  /** It stays as it is, and what it says need not be said again. @default false */
  readonly isKept?: boolean;
  /** Nothing of it is chosen beyond its fixed units. @default false */
  readonly isExhausted?: boolean;
  /** Units that stay in any case. @default none */
  readonly requiredUnits?: readonly number[];
  /** What a character of it costs, in the unit of the budget. @default 1 */
  readonly costPerCharacter?: number;
}

export const USER = 1;
export const TEXT = 2;
export const ARGUMENTS = 4;
export const REASONING = 8;
export const RESULT = 16;

/** One bit for each role; system text is no part of what is counted. */
export const ROLE_BITS: Readonly<Record<Role, number>> = {
  system: 0,
  user: USER,
  text: TEXT,
  arguments: ARGUMENTS,
  reasoning: REASONING,
  result: RESULT,
};
