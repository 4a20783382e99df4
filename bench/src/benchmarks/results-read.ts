import type { ArenaResult } from '../arena/arena-report.ts';
import type { ConstraintsRow } from '../constraints/constraints-report.ts';
import type { Tally as DirectiveTally } from '../directives/score-directives.ts';
import type { TokensFigures } from '../tokens/tokens-report.ts';
import type { ReplayRow } from '../replay/replay-report.ts';
import type { Tally } from '../priority/measure.ts';
import type { ItemRow } from '../priority/item-survival.ts';
import type { EvidenceRow } from '../foreign/foreign-report.ts';
import type { KitRow } from '../foreign/kit.ts';
import type { QuestionRow } from '../questions/questions-report.ts';
import type { EqualSizeRow, RetentionRow } from '../retention/summarize.ts';
import type { SpeedRow } from '../speed/speed-report.ts';
import type { ValidityInputs, ValidityRow } from '../validity/validity-report.ts';
import { readResult } from './results.ts';

/** The figures that the page shows, by report. */
export interface Results {
  readonly arena: ArenaResult;
  readonly retention: {
    readonly figures: {
      readonly rows: readonly RetentionRow[];
      readonly equalSize: readonly EqualSizeRow[];
    };
  };
  readonly questions: { readonly figures: { readonly rows: readonly QuestionRow[] } };
  readonly priority: {
    readonly figures: Readonly<
      Record<'askedRows' | 'oddLines', Readonly<Record<string, Tally>>>
    > & { readonly items: readonly ItemRow[] };
  };
  readonly foreign: {
    readonly figures: {
      readonly kit: readonly KitRow[];
      readonly evidence: readonly EvidenceRow[];
    };
  };
  readonly validity: {
    readonly figures: { readonly inputs: ValidityInputs; readonly rows: readonly ValidityRow[] };
  };
  readonly replay: {
    readonly figures: {
      readonly budgets: Readonly<Record<string, { readonly limit: number }>>;
      readonly prices: Readonly<Record<string, { readonly model: string; readonly asOf: string }>>;
      readonly rows: readonly ReplayRow[];
    };
  };
  readonly speed: {
    readonly figures: {
      readonly ratios: { readonly speed: readonly Omit<SpeedRow, 'megabytesPerSecond'>[] };
    };
    readonly times: { readonly speed: readonly Omit<SpeedRow, 'toJsonParse'>[] };
  };
  readonly constraints: { readonly figures: { readonly strategies: readonly ConstraintsRow[] } };
  readonly tokens: { readonly figures: TokensFigures };
  readonly directives: { readonly figures: { readonly pooled: DirectiveTally } };
}

const NAMES =
  'arena constraints retention questions priority foreign validity replay speed directives tokens'.split(
    ' ',
  );

/** Returns the committed results that the page and the READMEs quote. */
export function readResults(): Results {
  return Object.fromEntries(NAMES.map((name) => [name, readResult(name)])) as unknown as Results;
}
