import type { ChatMessage } from '../retention/chat-message.ts';
import type { RetentionMethod } from '../retention/method.ts';
import { findMethod, METHOD_NAMES } from '../retention/methods.ts';
import { askedHistories } from './asked-histories.ts';
import { problemKinds, PROVIDERS, type ProblemKind, type Provider } from './problem-kinds.ts';

/** Number of a method's outputs that a provider refuses. */
export interface ValidityRow {
  readonly method: string;
  /** Target, in per cent of the characters; absent for a method without one. */
  readonly share?: number;
  readonly format: Provider;
  readonly outputs: number;
  readonly refused: number;
  /** Number of outputs by kind of problem. */
  readonly kinds: Readonly<Partial<Record<ProblemKind, number>>>;
}

/** The inputs, and how many are refused uncompressed: those are passed to no method. */
export type ValidityInputs = Readonly<
  Record<Provider, Pick<ValidityRow, 'kinds' | 'outputs' | 'refused'>>
>;

const SHARES = [50, 25];

/** Checks the output of each method for each history and share, in each format that accepts the history itself. */
export async function measureValidity(
  histories: Iterable<readonly ChatMessage[]>,
  methods: readonly RetentionMethod[],
): Promise<{ readonly inputs: ValidityInputs; readonly rows: readonly ValidityRow[] }> {
  const inputs = PROVIDERS.map((format) => createTally({ method: 'input', format }));
  const asked = methods.flatMap((method) => {
    const shares = method.sized === false ? [undefined] : SHARES;
    return shares.map((share) => ({
      method,
      share,
      tallies: PROVIDERS.map((format) =>
        createTally({ method: method.name, ...(share === undefined ? {} : { share }), format }),
      ),
    }));
  });
  for (const history of histories) {
    const given = PROVIDERS.map((format) => problemKinds(format, history));
    for (const [at, tally] of inputs.entries()) tally.add(given[at]!);
    for (const { method, share = 100, tallies } of asked) {
      const { messages } = await method.compress(history, share / 100);
      for (const [at, { row, add }] of tallies.entries()) {
        if (given[at]!.length === 0) add(problemKinds(row.format, messages));
      }
    }
  }
  const entries = inputs.map(({ row: { format, outputs, refused, kinds } }) => [
    format,
    { outputs, refused, kinds },
  ]);
  return {
    inputs: Object.fromEntries(entries) as ValidityInputs,
    rows: asked.flatMap(({ tallies }) => tallies.map(({ row }) => row)),
  };
}

function createTally(place: Pick<ValidityRow, 'format' | 'method' | 'share'>): {
  readonly row: ValidityRow;
  readonly add: (found: readonly ProblemKind[]) => void;
} {
  const kinds: Partial<Record<ProblemKind, number>> = {};
  const row = { ...place, outputs: 0, refused: 0, kinds };
  return {
    row,
    add(found) {
      row.outputs += 1;
      if (found.length > 0) row.refused += 1;
      for (const kind of found) kinds[kind] = (kinds[kind] ?? 0) + 1;
    },
  };
}

/** Measures the share of outputs that providers refuse, for every strategy without a model and every baseline, on the same inputs. */
export async function validityReport(): Promise<object> {
  const methods = METHOD_NAMES.map(findMethod);
  return { figures: await measureValidity(askedHistories(true), methods) };
}
