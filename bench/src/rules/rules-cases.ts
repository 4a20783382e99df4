import type { FormatName } from '@palimpsest/formats';

/** Formats whose providers state rules. */
export const RULED_FORMATS = [
  'openai',
  'openai-responses',
  'anthropic',
  'gemini',
] as const satisfies readonly FormatName[];

export type RuledFormat = (typeof RULED_FORMATS)[number];

/** Strategies that ask no model. */
export const DETERMINISTIC = [
  'salience',
  'extractive',
  'high-density',
  'top-down-truncation',
] as const;

/** Shares of the tokens to come down to. */
export const RATIOS = [0.9, 0.6, 0.4, 0.2, 0.05] as const;

/** A share of the corpus: every conversation whose index leaves `part` when divided by `of`. */
export interface RulesJob {
  readonly part: number;
  readonly of: number;
  readonly isAll: boolean;
}

/** What was found in some conversations. */
export interface RulesTally {
  readonly conversations: number;
  readonly compressions: number;
  /** Compressions that changed something. */
  readonly applied: number;
  /** Compressions that break a rule which their input kept, by `rule | format | strategy | ratio`. */
  readonly broken: Readonly<Record<string, number>>;
  /** The first conversation of each `rule | strategy`, and what is wrong. */
  readonly examples: Readonly<Record<string, string>>;
}
