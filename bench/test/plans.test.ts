import fc from 'fast-check';
import { compress } from 'palimpsest';
import { expect, test } from 'vitest';
import { hasCorpus, heavyConversations } from '../src/corpus.ts';
import { reopenedTasks } from '../src/laws/reopened-tasks.ts';
import { modelThatSays } from '../src/fuzz/model-answers.ts';
import { DETERMINISTIC } from '../src/rules/rules-cases.ts';

type Messages = Parameters<typeof reopenedTasks>[0];

/** Its summary says nothing of the tasks. */
const MODEL = modelThatSays('summary');
const STRATEGIES = [...DETERMINISTIC, 'middle-out', 'one-shot'];
const RATIOS = [0.7, 0.5, 0.25, 0.1, 0.03];

/** Compresses with every strategy to every share. Returns the finished tasks that a result shows as open, with their cases. */
async function findReopened(messages: Messages): Promise<readonly string[]> {
  const found: string[] = [];
  for (const strategy of STRATEGIES) {
    for (const targetRatio of RATIOS) {
      const options = { strategy, targetRatio, model: MODEL };
      const { messages: after } = await compress(messages, options);
      for (const task of reopenedTasks(messages, after))
        found.push(`${strategy}, ${targetRatio}: ${task}`);
    }
  }
  return found;
}

test.skipIf(!hasCorpus)(
  'no compression of a recorded plan shows a finished task as open',
  { timeout: 600_000 },
  async () => {
    let plans = 0;
    for (const { id, messages } of heavyConversations()) {
      const calls = messages.flatMap(
        ({ tool_calls: made }) => (made ?? []) as { function: { name: string } }[],
      );
      if (!calls.some((call) => PLAN_TOOL.test(call.function.name))) continue;
      plans += 1;
      expect(await findReopened(messages as Messages), id).toEqual([]);
    }
    expect(plans).toBeGreaterThan(0);
  },
);

const PLAN_TOOL = /^(?:TodoWrite|TaskUpdate)$/;

const STATUSES = ['pending', 'in_progress', 'completed'];

/** Steps of an agent: it changes the status of a task, and then states its plan with the tool of its host. */
const steps = fc.array(
  fc.record({
    task: fc.nat(4),
    status: fc.constantFrom(...STATUSES),
    /** Length of a result that follows, in lines. */
    noise: fc.nat(40),
    /** Whether the host refuses the plan. */
    hasFailed: fc.boolean(),
    /** Whether the same message also writes a large file. */
    writes: fc.boolean(),
    talks: fc.boolean(),
  }),
  { minLength: 2, maxLength: 12 },
);

const TASKS = [
  'Read the tests',
  'Mend the reader of ports',
  'Run all tests again and compare',
  'Write the release note for users',
  'Remove the old flag',
];

const TOOLS: Readonly<Record<string, (statuses: readonly string[], task: number) => object>> = {
  TodoWrite: (statuses) => ({
    todos: statuses.map((status, at) => ({
      content: TASKS[at],
      status,
      activeForm: `Now: ${TASKS[at]}`,
    })),
  }),
  update_plan: (statuses) => ({
    explanation: 'The next step follows from the last result.',
    plan: statuses.map((status, at) => ({ step: TASKS[at], status })),
  }),
  update_todo_list: (statuses) => ({
    todos: statuses
      .map((status, at) => `[${status === 'completed' ? 'x' : ' '}] ${TASKS[at]}`)
      .join('\n'),
  }),
  TaskUpdate: (statuses, task) => ({ taskId: `${task + 1}`, status: statuses[task] }),
};

test('no compression of a generated plan shows a finished task as open', async () => {
  await fc.assert(
    fc.asyncProperty(
      steps,
      fc.constantFrom(...Object.keys(TOOLS)),
      fc.boolean(),
      async (given, tool, hasOneId) => {
        const messages = sessionOf(given, tool, hasOneId);
        expect(await findReopened(messages)).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});

test('extractive reduces a replaced plan before the newest one, however long the call beside that is', async () => {
  const step = {
    task: 0,
    status: 'pending',
    noise: 0,
    hasFailed: false,
    writes: false,
    talks: false,
  };
  const given = [step, { ...step, task: 1, status: 'completed', noise: 8, writes: true }];
  expect(await findReopened(sessionOf(given, 'update_todo_list', false))).toEqual([]);
});

type Step = typeof steps extends fc.Arbitrary<infer Steps> ? Steps : never;

function sessionOf(given: Step, tool: string, hasOneId: boolean): Messages {
  const statuses = TASKS.map(() => 'pending');
  const messages: object[] = [
    { role: 'system', content: 'You are a coding agent.' },
    { role: 'user', content: 'Mend the reader of ports and write the release note.' },
  ];
  for (const [at, { task, status, noise, hasFailed, writes, talks }] of given.entries()) {
    const next = statuses.with(task, status);
    const id = hasOneId ? 'call' : `call_${at}`;
    const lines = Array.from(
      { length: noise },
      (_, line) => `const port${at}_${line} = ${at + line};`,
    );
    const calls = [toolCall(id, tool, TOOLS[tool]!(next, task))];
    if (writes) {
      calls.push(toolCall(`${id}_w`, 'Write', { file_path: 'a.ts', content: lines.join('\n') }));
    }
    messages.push({
      role: 'assistant',
      content: talks ? `Step ${at} is about ${TASKS[task]}.` : null,
      tool_calls: calls,
    });
    const answer = hasFailed ? 'Error: the list was not changed' : 'The list was changed.';
    messages.push({ role: 'tool', tool_call_id: id, content: answer });
    if (writes) messages.push({ role: 'tool', tool_call_id: `${id}_w`, content: 'File written' });
    if (!hasFailed) statuses.splice(0, statuses.length, ...next);
    messages.push({
      role: 'assistant',
      content: null,
      tool_calls: [toolCall(`${id}_r`, 'Read', { file_path: `src/port${at}.ts` })],
    });
    messages.push({ role: 'tool', tool_call_id: `${id}_r`, content: lines.join('\n') || 'empty' });
  }
  messages.push({ role: 'user', content: 'Go on.' });
  return messages as unknown as Messages;
}

function toolCall(id: string, name: string, parameters: object): object {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(parameters) } };
}
