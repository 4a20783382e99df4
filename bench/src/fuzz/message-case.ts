import type { SettingValues } from '@palimpsest/core-types';
import type { FormatName } from '@palimpsest/formats';
import type { CompressOptions } from 'palimpsest';
import type { ModelAnswer } from './model-answers.ts';
import type { NastyMessages } from './nasty-messages.ts';

/** Messages, and everything the umbrella is called with. */
export interface MessageCase {
  readonly given: NastyMessages;
  readonly format: FormatName;
  /** Whether the caller says which format it is. */
  readonly namesFormat: boolean;
  readonly strategy: string;
  readonly target: Pick<CompressOptions, 'targetRatio' | 'targetTokens' | 'contextLimit'>;
  readonly settings: SettingValues;
  /** What is taken out is kept. */
  readonly keepsOriginals: boolean;
  /** What the model says, where a strategy asks one. */
  readonly answer: ModelAnswer;
}
