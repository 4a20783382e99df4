import type { SettingSpec } from '@palimpsest/core-types';
import type { FormatName } from '@palimpsest/formats';
import type { TokenFigures } from '../../packages/report/page/report.tsx';
import type { SessionPart } from '../../packages/report/page/session-parts.ts';

/** A strategy that needs no model. */
export interface StrategyChoice {
  readonly name: string;
  readonly description: string;
  /** The settings that it reads. */
  readonly settings: readonly SettingSpec[];
}

/** What the user chose. */
export interface Choices {
  readonly strategy: string;
  readonly unit: 'percent' | 'tokens';
  /** Target in percent of the tokens, or in tokens. */
  readonly target: number;
  /** Texts of the settings that are not the default, by key. */
  readonly settings: Readonly<Record<string, string>>;
  /** Position of the shown conversation in the file. */
  readonly conversation: number;
}

/** A file that was read. */
export interface OpenedFile {
  readonly name: string;
  readonly conversations: readonly {
    readonly id: string;
    readonly format: FormatName;
    readonly isBody: boolean;
  }[];
  /** Lines that cannot be read; the result has them unchanged. */
  readonly badLines: number;
}

/** A file of the user, or the format of the example. */
export type Source = File | FormatName;

export type Task =
  | { readonly kind: 'open'; readonly source: Source }
  | { readonly kind: 'show'; readonly choices: Choices }
  /** Compress every conversation of the file. */
  | { readonly kind: 'write'; readonly choices: Choices };

export type Message =
  | {
      readonly kind: 'opened';
      readonly file: OpenedFile;
      readonly strategies: readonly StrategyChoice[];
    }
  | { readonly kind: 'figures'; readonly figures: TokenFigures }
  | { readonly kind: 'part'; readonly part: SessionPart }
  | { readonly kind: 'written'; readonly text: string }
  | { readonly kind: 'failed'; readonly problem: string };
