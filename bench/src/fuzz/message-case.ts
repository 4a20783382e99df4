import type { SettingValues } from '@palimpsest/core-types';
import type { FormatName } from '@palimpsest/formats';
import type { CompressOptions } from 'palimpsest';
import type { ModelAnswer } from './model-answers.ts';
import type { NastyMessages } from './nasty-messages.ts';

/** Messages and all options of one `compress` call. */
export interface MessageCase {
  readonly given: NastyMessages;
  readonly format: FormatName;
  /** Whether the call names the format. */
  readonly namesFormat: boolean;
  readonly strategy: string;
  readonly target: Pick<CompressOptions, 'targetRatio' | 'targetTokens' | 'contextLimit'>;
  readonly settings: SettingValues;
  /** Whether the originals of removed messages are saved. */
  readonly keepsOriginals: boolean;
  /** Response of the model, for strategies that use one. */
  readonly answer: ModelAnswer;
}
