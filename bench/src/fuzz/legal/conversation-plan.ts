import { textArbitrary } from '@palimpsest/conformance';
import fc from 'fast-check';

/** A tool call and its result, in the shape of the format. */
export interface CallPlan {
  readonly id: string;
  /** Whether the id is written, if the format has optional ids. */
  readonly hasId: boolean;
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The result as the format holds it. */
  readonly payload: unknown;
  readonly hasFailed: boolean;
}

export interface StepPlan {
  readonly says: string;
  /** Whether the model thinks before its calls, if the format has reasoning. */
  readonly thinks: boolean;
  /** Whether the step has a rarer shape, if the format has one: old function calls, approvals. */
  readonly isRare: boolean;
  readonly calls: readonly CallPlan[];
}

/** A user message, the model's steps, and its final message. */
export interface TurnPlan {
  readonly user: string;
  /** Base64 data of a picture next to the user's text. */
  readonly picture: string | undefined;
  readonly steps: readonly StepPlan[];
  readonly answer: string;
  /** Whether the model answers first and then goes on with the steps, until the next user message interrupts it. */
  readonly isInterrupted: boolean;
}

export interface ConversationPlan {
  readonly instructions: string | undefined;
  readonly turns: readonly TurnPlan[];
  /** Whether calls have ids, if the format has optional ids. */
  readonly hasIds: boolean;
  /** Whether the newest turn ends before the model's final message, at a user message or at results. */
  readonly isAsking: boolean;
}

const TOOLS = ['read_file', 'Bash', 'run_shell_command', 'search', 'screenshot', 'mcp__db__query'];
const PNG = `iVBORw0KGgoAAAANSUhEUgAABAAAAAMA${'k9Zq'.repeat(120)}AA==`;

/** Draws conversations that every provider accepts: a user message comes first, roles alternate, each call has its result next. */
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
    thinks: fc.boolean(),
    isRare: fc.nat(2).map((roll) => roll === 0),
    calls: fc.array(call, { minLength: 1, maxLength: 2 }),
  });
  const turn = fc.record({
    user: said,
    picture: fc.option(fc.constant(PNG), { nil: undefined, freq: 9 }),
    steps: fc.array(step, { maxLength: 2 }),
    answer: said,
    isInterrupted: fc.nat(4).map((roll) => roll === 4),
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

/** Assigns a unique id to each call. */
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
