import type { ReplayRow } from '../replay/replay-rows.ts';
import type { EqualSizeRow } from '../retention/equal-size-row.ts';
import type { RetentionRow } from '../retention/summarize.ts';
import type { SpeedRow } from '../speed/speed-report.ts';
import { readResult } from './results.ts';

type Counted = 'hit5' | 'hit20' | 'keptWords';

interface QuestionRow extends Readonly<Record<Counted, number | null>> {
  readonly method: string;
  readonly budget: number | null;
  readonly conversations: number;
  readonly questions: number;
  readonly kept: number | null;
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
  readonly speed?: {
    readonly figures: {
      readonly ratios: { readonly speed: readonly Omit<SpeedRow, 'megabytesPerSecond'>[] };
    };
    readonly times: { readonly speed: readonly Omit<SpeedRow, 'toJsonParse'>[] };
  };
  readonly [name: string]: unknown;
}

/** Returns all results files by name, each read on access. */
export function readResults(): Results {
  return new Proxy<Results>(
    {},
    { get: (_, name) => (typeof name === 'string' ? readResult(name) : undefined) },
  );
}
