import type { FormatName } from '@palimpsest/formats';

/** Formats whose providers have rules. */
export const RULED_FORMATS = [
  'openai',
  'openai-responses',
  'anthropic',
  'gemini',
] as const satisfies readonly FormatName[];

export type RuledFormat = (typeof RULED_FORMATS)[number];

/** Strategies without a model. */
export const DETERMINISTIC = [
  'salience',
  'extractive',
  'high-density',
  'top-down-truncation',
] as const;

/** Targets as shares of the tokens. */
export const RATIOS = [0.9, 0.6, 0.4, 0.2, 0.05] as const;

/** A part of the corpus: every conversation whose index modulo `of` is `part`. */
export interface RulesJob {
  readonly part: number;
  readonly of: number;
}

/** Findings in some conversations. */
export interface RulesTally {
  readonly conversations: number;
  readonly compressions: number;
  /** Number of compressions that changed something. */
  readonly applied: number;
  /** Number of compressions that break a rule which their input kept, by `rule | format | strategy | ratio`. */
  readonly broken: Readonly<Record<string, number>>;
  /** First conversation of each `rule | strategy`, with the problem. */
  readonly examples: Readonly<Record<string, string>>;
}
