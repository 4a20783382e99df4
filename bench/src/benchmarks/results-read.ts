import type { WindowBillRow } from '../replay/bills-report.ts';
import type { ReplayRow } from '../replay/replay-rows.ts';
import type { EqualSizeRow } from '../retention/equal-size-row.ts';
import type { RetentionRow } from '../retention/summarize.ts';
import type { StartupRow } from '../startup/startup-report.ts';
import { readResult } from './results.ts';

type Both = readonly [ours: number | null, theirs: number | null];
type Counted = 'hit5' | 'hit20' | 'keptWords';

export interface QuestionRow extends Readonly<Record<Counted, number | null>> {
  readonly method: string;
  readonly budget: number | null;
  readonly conversations: number;
  readonly questions: number;
  readonly kept: number | null;
}

export interface QuestionContest extends Readonly<Record<Counted, Both>> {
  readonly ours: string;
  readonly theirs: string;
  readonly budget: number | null;
  readonly kept: Both;
  readonly short: number;
  readonly conversations: number;
}

export interface ValidityRow {
  readonly method: string;
  readonly share?: number;
  readonly format: string;
  readonly outputs: number;
  readonly refused: number;
  readonly onlyForStart: number;
  readonly kinds: Readonly<Record<string, number>>;
}

interface Passed {
  readonly method: string;
  readonly messages: number;
}

interface HostilePlace {
  readonly strategy: string;
  readonly place: string;
}

/** The results that the page shows. A report that never ran is absent. */
export interface Results {
  readonly retention?: {
    readonly figures: {
      readonly budgets: readonly number[];
      readonly rows: readonly RetentionRow[];
      readonly equalSize: readonly EqualSizeRow[];
    };
  };
  readonly questions?: {
    readonly figures: {
      readonly rows: readonly QuestionRow[];
      readonly equalSize: readonly QuestionContest[];
    };
  };
  readonly validity?: {
    readonly figures: {
      readonly inputs: Readonly<
        Record<string, { readonly outputs: number; readonly refused: number }>
      >;
      readonly rows: readonly ValidityRow[];
    };
  };
  readonly replay?: {
    readonly figures: {
      readonly budgets: Readonly<Record<string, { readonly limit: number }>>;
      readonly prices: Readonly<Record<string, { readonly model: string; readonly asOf: string }>>;
      readonly rows: readonly ReplayRow[];
    };
  };
  readonly bills?: { readonly figures: { readonly rows: readonly WindowBillRow[] } };
  readonly speed?: {
    readonly figures: {
      readonly counts: {
        readonly input: readonly {
          readonly sessions: number;
          readonly messages: number;
          readonly megabytes: number;
        }[];
        readonly hostile: readonly { readonly inputs: number }[];
      };
      readonly ratios: {
        readonly sessions: readonly {
          readonly call: string;
          readonly toJsonParse: number;
          readonly againToFirst?: number;
        }[];
        readonly growth: readonly {
          readonly strategy: string;
          readonly messages: number;
          readonly growth: number;
          readonly againToFirst: number;
        }[];
        readonly hostile: readonly (HostilePlace & { readonly worstToProse: number })[];
      };
    };
    readonly times: {
      readonly sessions: readonly { readonly call: string; readonly megabytesPerSecond: number }[];
      readonly hostile: readonly (HostilePlace & { readonly worst: string })[];
    };
  };
  readonly growth?: {
    readonly figures: {
      readonly counts: {
        readonly passes: readonly (Passed & {
          readonly megabytes: number;
          readonly looksPerMessage: number | null;
        })[];
        readonly turns: readonly (Passed & {
          readonly hands: string;
          readonly looksPerTurn: number | null;
        })[];
      };
    };
    readonly times: {
      readonly growth: readonly (Passed & { readonly growth: number | null })[];
      readonly passes: readonly (Passed & {
        readonly toJsonParse: number | null;
        readonly peakToText: number | null;
        readonly milliseconds: number | null;
        readonly megabytesPerSecond: number | null;
        readonly jsonParseMs: number;
        readonly stopped?: {
          readonly looks: number;
          readonly looksPerMessage: number;
          readonly seconds: number;
        };
      })[];
      readonly turns: readonly (Passed & {
        readonly hands: string;
        readonly turnMs: number | null;
        readonly slowestTurnMs: number | null;
      })[];
    };
  };
  readonly startup?: { readonly times: { readonly startup: readonly StartupRow[] } };
  readonly [name: string]: unknown;
}

/** Returns all results files by name, each read on access. */
export function readResults(): Results {
  return new Proxy<Results>(
    {},
    { get: (_, name) => (typeof name === 'string' ? readResult(name) : undefined) },
  );
}
