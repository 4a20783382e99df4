import type { ChatMessage } from '../retention/chat-message.ts';
import type { RetentionMethod } from '../retention/method.ts';
import { findMethod, METHOD_NAMES } from '../retention/methods.ts';
import { askedHistories, isRecorded } from './asked-histories.ts';
import {
  PROVIDERS,
  verdict,
  type ProblemKind,
  type Provider,
  type Verdict,
} from './problem-kinds.ts';

/** Number of a method's outputs that a provider refuses. */
export interface ValidityRow {
  readonly method: string;
  /** Target, in per cent of the characters; absent for a method without one. */
  readonly share?: number;
  readonly format: Provider;
  readonly outputs: number;
  readonly refused: number;
  /** Number of outputs refused only because they start with the model: Anthropic and Gemini refuse that, OpenAI reportedly accepts it. */
  readonly onlyForStart: number;
  /** Number of outputs by kind of problem, without problems that the input has. */
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
    const given = PROVIDERS.map((format) => verdict(format, history));
    for (const [at, tally] of inputs.entries()) tally.add(given[at]!);
    for (const { method, share = 100, tallies } of asked) {
      const { messages } = await method.compress(history, share / 100);
      for (const [at, tally] of tallies.entries()) {
        const { isRefused, kinds } = given[at]!;
        if (!isRefused) tally.add(verdict(tally.row.format, messages), kinds);
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

/** Problems of a start with the model. */
const OF_START: ReadonlySet<ProblemKind> = new Set(['starts-with-call', 'starts-with-model']);

function createTally(place: Pick<ValidityRow, 'format' | 'method' | 'share'>): {
  readonly row: ValidityRow;
  readonly add: (found: Verdict, known?: readonly ProblemKind[]) => void;
} {
  const kinds: Partial<Record<ProblemKind, number>> = {};
  const row = { ...place, outputs: 0, refused: 0, onlyForStart: 0, kinds };
  return {
    row,
    add({ isRefused, kinds: found }, known = []) {
      row.outputs += 1;
      if (isRefused) row.refused += 1;
      if (found.every((kind) => OF_START.has(kind)) && isRefused) row.onlyForStart += 1;
      for (const kind of found) if (!known.includes(kind)) kinds[kind] = (kinds[kind] ?? 0) + 1;
    },
  };
}

/** Measures the share of outputs that providers refuse, for every strategy without a model and every baseline, on the same inputs. */
export async function validityReport(): Promise<object> {
  if (!isRecorded) {
    console.log('validity: the corpus is not beside this checkout; histories are generated.');
  }
  const methods = METHOD_NAMES.map(findMethod);
  const { inputs, rows } = await measureValidity(askedHistories(), methods);
  console.log('Validity: outputs that providers refuse');
  console.table(inputs);
  console.table(rows.map(({ kinds, ...row }) => ({ ...row, kinds: JSON.stringify(kinds) })));
  return { figures: { histories: isRecorded ? 'recorded' : 'generated', inputs, rows } };
}
