import type { IContent } from './content.ts';
import type { ModelProvider, ProviderResolver, ResolvedModel } from './model.ts';
import type { CompressionLogger, TokenEstimator } from './strategy.ts';
import type { ToolTaxonomy } from './tool-use.ts';

/** Request for one summary. */
export interface SummaryRequest {
  readonly text: string;
  /** Maximum length of the text, in UTF-16 units; entities are additional. */
  readonly budget: number;
  /** Aborts the work: `summarize` rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** A summary. */
export interface Summary {
  readonly text: string;
  /** Terms of the source that `text` lacks, highest score first. */
  readonly entities: readonly string[];
  /** `prose`: selected sentences. `structured`: a description of program output. `model`: written by a language model. */
  readonly kind: 'prose' | 'structured' | 'model';
}

/** Shortens a text. `@palimpsest/summarizer` has one that needs no language model. */
export interface Summarizer {
  summarize(request: SummaryRequest): Promise<Summary> | Summary;
}

/** Strength of a directive: forbids (`must-not`), obliges (`must`), restricts (`only`), wishes (`should`), states a choice (`prefer`). */
export type RequirementLevel = 'must-not' | 'must' | 'only' | 'should' | 'prefer';

/** A user constraint that holds beyond the next step. */
export interface Directive {
  /** Verbatim, one line, trimmed. */
  readonly text: string;
  /** Offset in the given text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly level: RequirementLevel;
}

/** A text that occurs again later. */
export interface Duplicate {
  /** Index of the copy that stays; always larger than the index of the duplicate. */
  readonly of: number;
  /** Length of the duplicate, in UTF-16 units. */
  readonly length: number;
}

/** User entries without the file inclusions that a later entry repeats. */
export interface RepeatedInclusions {
  /** By index, ascending. */
  readonly replacements: ReadonlyMap<number, IContent>;
  /** Number of removed inclusions. */
  readonly count: number;
}

/**
 * Finds repeated texts. Skips `undefined`. Texts from index `recencyStart` on are never duplicates. The maps are keyed by the index of the
 * duplicate, ascending.
 */
export interface DuplicateFinder {
  /** Finds texts that are equal, unit for unit, to a later one. */
  findDuplicates(
    texts: readonly (string | undefined)[],
    options: { readonly recencyStart: number },
  ): ReadonlyMap<number, Duplicate>;
  /** Finds texts that are nearly the same as a later one. `exact` are the duplicates already found. */
  findNearDuplicates(
    texts: readonly (string | undefined)[],
    options: {
      readonly recencyStart: number;
      /** Minimum share of equal lines, above 0 and at most 1. */
      readonly threshold: number;
      readonly exact: ReadonlyMap<number, Duplicate>;
    },
  ): ReadonlyMap<number, Duplicate & { readonly similarity: number }>;
  /** Removes all but the newest inclusion of each file from user entries. */
  removeRepeatedInclusions(
    history: readonly IContent[],
    options: {
      /** Absolute folder that relative paths are resolved against. */
      readonly workspaceRoot: string;
      /** Returns whether an entry must stay unchanged. Its inclusions still make earlier ones repeated. @default none must */
      readonly isProtected?: (entry: IContent) => boolean;
    },
  ): RepeatedInclusions;
}

/**
 * Services that can be replaced. Those of a call take precedence over those of a child registry (a session), and these over those of its
 * parent. All are optional.
 */
export interface Services {
  /** Describes what tools do. @default the presets of all agents in `@palimpsest/engine/tools` */
  readonly toolTaxonomy?: ToolTaxonomy;
  /** Counts tokens. @default the estimate of `@palimpsest/engine/tokens` */
  readonly tokenizer?: TokenEstimator;
  /** Returns which texts must stay unchanged. @default the one of `@palimpsest/summarizer/classify` */
  readonly classifier?: { readonly isHard: (text: string) => boolean };
  /** Finds repeated texts and file inclusions. @default `duplicateFinder` of `@palimpsest/engine/dedup` */
  readonly dedup?: DuplicateFinder;
  /** Summarizes prose, one text at a time. @default the deterministic one of `@palimpsest/summarizer` */
  readonly summarizer?: Summarizer;
  /** Summarizers that settings choose by name, in addition to `deterministic`. */
  readonly summarizers?: Readonly<Record<string, Summarizer>>;
  /** Finds the directives in a user's text. @default `findDirectives` of `@palimpsest/engine/directives` */
  readonly directives?: (text: string) => readonly Directive[];
  /** Removes secrets from every text before it is summarized. @default none */
  readonly redact?: (text: string) => string;
  /** A session of `openOriginals`, which keeps removed content. Its type is in `@palimpsest/originals`. @default none */
  readonly originals?: object;
  /** Clock in ms. @default Date.now */
  readonly clock?: () => number;
  readonly logger?: CompressionLogger;
  /** Model that writes summaries, if a call has none. */
  readonly model?: ModelProvider | ResolvedModel | ProviderResolver;
  /** Source of the random strings in delimiters. @default the platform's random number generator */
  readonly nonce?: () => string;
}
