import type {
  CompressionResultMetadata,
  IContent,
  NoopReason,
  Todo,
  UsageStats,
} from '@palimpsest/core-types';
import type { AppliedOutcome, Attempt, FailedOutcome } from '../attempts/outcome.ts';
import type { ContextBudget } from '../budget/context-budget.ts';
import type { ContextOverflowError, IrreducibleTokens } from '../budget/budget-errors.ts';
import type { EditPrice } from '../economics/price-edits.ts';
import type { CallTokens } from '../economics/call-cost.ts';
import type { ScheduleReason } from '../economics/edit-schedule.ts';
import type { OverflowStep } from '../overflow/fit-to-limit.ts';

/** What is about to be sent, and what is known of the call. Everything may be left out. */
export interface PrepareRequest {
  /** What will be sent behind the history and is not part of it yet. Append what the outcome has in its place. */
  readonly pending?: readonly IContent[];
  /** A system prompt and tools that are sent beside the entries, in tokens. @default none */
  readonly overhead?: { readonly system?: number; readonly tools?: number };
  /** Whose tokens are counted and paid. */
  readonly model?: string;
  /** Tokens of that model's window, where the setting `context-limit` is not given. */
  readonly contextLimit?: number;
  /** Tokens reserved for the answer, where the setting `maxOutputTokens` is not given. */
  readonly completionBudget?: number;
  /**
   * Whether history may be rewritten at this call, as far as the host knows. Over the limit it is all the same, except where it may `never`
   * be: then only results that were never sent are reduced (`compression.ingestTokens`). @default true
   */
  readonly allowRewrite?: boolean | 'never';
  /**
   * A provider keeps the conversation itself, so that only what is new is sent: `leave` it alone, or `break` with it, so that the host starts
   * it anew from `firstChangedIndex`. @default 'leave' where the newest AI entry says so by `metadata.responsesStored`
   */
  readonly serverManaged?: 'leave' | 'break' | 'no';
  /** Compress although nothing is due, whatever it costs: somebody asked for it. @default false */
  readonly force?: boolean;
  /** What the agent has left to do, for a model's summary. */
  readonly activeTodos?: readonly Todo[] | string;
  /** Where the whole conversation can be read, for a model's summary to name. */
  readonly transcriptPath?: string;
  /** Ends the preparation at once, with the signal's reason; nothing has changed then. */
  readonly signal?: AbortSignal;
}

/** Why a request goes out as it is. A reason of the schedule where its edits wait. */
export type UnchangedReason =
  /** It is below every threshold. */
  | 'not-due'
  /** The provider keeps the conversation. */
  | 'server-held'
  /** The host said that nothing that was sent may ever change. */
  | 'append-only'
  /** Compression failed too often of late. */
  | 'cooling-down'
  /** The last compression got no further, and little has come since. */
  | 'nothing-new'
  | NoopReason
  | ScheduleReason;

interface PreparedRequest {
  /** What to send: these entries, then `pending`. The conversation's history is the same, blank AI entries aside. */
  readonly history: readonly IContent[];
  /** The given array where nothing in it changed. */
  readonly pending: readonly IContent[];
  /** Tokens of the whole request as it would have been sent, and as it is now. As the provider counts, as far as is known. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly budget: ContextBudget;
  /**
   * Index in `history`, pending entries behind it, of the first that is not what was there before: what a provider keeps of the conversation
   * is valid up to it. Absent where all of it is.
   */
  readonly firstChangedIndex?: number;
  /** What the call is expected to be billed for, without its answer; absent without prices. */
  readonly expected?: CallTokens;
  /** What was weighed where prices are known and edits were due. */
  readonly schedule?: { readonly reason: ScheduleReason; readonly price?: EditPrice };
  /** Failed and successful tries of strategies. */
  readonly attempts: readonly Attempt[];
  /** Calls of a model that strategies said they made, also where nothing came of them. */
  readonly modelCalls: readonly { readonly usage?: UsageStats }[];
  /** Results that were reduced before they were first sent. */
  readonly ingested: number;
  /** Pairs, inclusions and results that `optimize` took out. */
  readonly optimized: number;
}

/** What a strategy did. */
export interface Compression {
  readonly strategy: string;
  readonly reason: AppliedOutcome['reason'];
  readonly ineffective: boolean;
  readonly metadata: CompressionResultMetadata;
  /** Why the fallback had to do it. */
  readonly cause?: unknown;
}

interface Truncation {
  /** What was done, in its order. */
  readonly steps: readonly OverflowStep[];
  readonly compression?: Compression;
  /** What failed before. */
  readonly cause?: unknown;
}

export type PrepareResult = PreparedRequest &
  (
    | { readonly kind: 'unchanged'; readonly reason: UnchangedReason }
    /** Something stale, or the bulk of a new result, is gone. */
    | { readonly kind: 'optimized' }
    | { readonly kind: 'compressed'; readonly compression: Compression }
    /** It was over the limit, and is no longer. */
    | ({ readonly kind: 'truncated' } & Truncation)
    /** Compression was due and failed, and the request fits all the same. */
    | {
        readonly kind: 'failed';
        readonly reason: FailedOutcome['reason'];
        readonly cause: unknown;
      }
    /** Nothing makes it fit. Nothing has changed: nothing is given up in vain. `steps` says what was tried. */
    | ({
        readonly kind: 'overflow';
        readonly floor: IrreducibleTokens;
        /** Ready to throw. */
        readonly error: ContextOverflowError;
      } & Truncation)
  );
