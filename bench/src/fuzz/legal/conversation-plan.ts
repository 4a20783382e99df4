import { textArbitrary } from '@palimpsest/conformance';
import fc from 'fast-check';

/** A tool call and what its tool answered, in the shape of the format. */
export interface CallPlan {
  readonly id: string;
  /** Whether the id is written, where the format can do without. */
  readonly hasId: boolean;
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The result as the format holds it. */
  readonly payload: unknown;
  readonly hasFailed: boolean;
}

export interface StepPlan {
  readonly says: string;
  readonly calls: readonly CallPlan[];
}

/** A user message, what the model did about it, and its answer. */
export interface TurnPlan {
  readonly user: string;
  /** A picture beside the text of the user. */
  readonly picture: string | undefined;
  readonly steps: readonly StepPlan[];
  readonly answer: string;
}

export interface ConversationPlan {
  readonly instructions: string | undefined;
  readonly turns: readonly TurnPlan[];
  /** Whether calls have ids, where the format can do without. */
  readonly hasIds: boolean;
  /** The newest turn ends at a user message or at results, as where a model is asked. */
  readonly isAsking: boolean;
}

const TOOLS = ['read_file', 'Bash', 'run_shell_command', 'search', 'screenshot', 'mcp__db__query'];
const PNG = `iVBORw0KGgoAAAANSUhEUgAABAAAAAMA${'k9Zq'.repeat(120)}AA==`;

/** Conversations that every provider accepts: the user begins, roles alternate, each call is answered at once. */
export function conversationPlans(
  payloads: (hasFailed: boolean) => fc.Arbitrary<unknown>,
): fc.Arbitrary<ConversationPlan> {
  const said = textArbitrary().map((text) => (text.trim() === '' ? 'Go on.' : text.trim()));
  const call = fc.nat(5).chain((roll) =>
    fc.record({
      id: fc.constant(''),
      hasId: fc.constant(true),
      name: fc.constantFrom(...TOOLS),
      parameters: fc.constantFrom(
        { file_path: 'src/a.ts' },
        { file_path: 'src/b.ts' },
        { command: 'npm test' },
        { query: 'SELECT * FROM users', limit: 20 },
        {},
      ),
      payload: payloads(roll === 0),
      hasFailed: fc.constant(roll === 0),
    }),
  );
  const step = fc.record({
    says: fc.oneof(fc.constant(''), said),
    calls: fc.array(call, { minLength: 1, maxLength: 2 }),
  });
  const turn = fc.record({
    user: said,
    picture: fc.option(fc.constant(PNG), { nil: undefined, freq: 9 }),
    steps: fc.array(step, { maxLength: 2 }),
    answer: said,
  });
  return fc
    .record({
      instructions: fc.option(fc.constantFrom('Be brief.', 'Answer in German.'), {
        nil: undefined,
      }),
      turns: fc.array(turn, { minLength: 1, maxLength: 4 }),
      hasIds: fc.nat(3).map((roll) => roll > 0),
      isAsking: fc.boolean(),
    })
    .map(numbered);
}

/** With an id of its own for each call. */
function numbered(plan: ConversationPlan): ConversationPlan {
  let count = 0;
  const number = (call: CallPlan): CallPlan => ({
    ...call,
    id: `call_${(count += 1)}`,
    hasId: plan.hasIds,
  });
  const turns = plan.turns.map((turn) => ({
    ...turn,
    steps: turn.steps.map((step) => ({ ...step, calls: step.calls.map(number) })),
  }));
  return { ...plan, turns };
}
