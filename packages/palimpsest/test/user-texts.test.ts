import { expect, test } from 'vitest';
import { compress } from '../src/index.ts';

const DEMAND = 'Never push to main, and do not change the tests.';

const messages = [
  { role: 'user', content: `Fix the harbour service. ${DEMAND}` },
  ...Array.from({ length: 12 }, (_, at) => [
    { role: 'assistant', content: `I looked at gate ${at}. ${`It opens at ${at}. `.repeat(20)}` },
    { role: 'user', content: `And gate ${at + 1}? ${`It was slow on day ${at}. `.repeat(20)}` },
  ]).flat(),
];

const WITHOUT_MODEL = ['salience', 'high-density', 'extractive', 'top-down-truncation'] as const;

test.each(WITHOUT_MODEL)('%s keeps the directives of a user word for word', async (strategy) => {
  const { messages: after, report } = await compress(messages, { strategy, targetRatio: 0.3 });
  expect(report.kind).toBe('applied');
  expect(JSON.stringify(after)).toContain(DEMAND);
});

const DEMANDS = [
  'Never push to the release branch.',
  'Use at most three bullet points in an answer.',
  'Only touch files below the reports folder.',
  'When you finish a step, close your message with the time it took.',
  'From now on, call the customer the guest.',
];

/** A task with tools: the user demands something for this task, the agent reads a long file and writes a long one. */
function taskOf(round: number): readonly object[] {
  const call = (name: string, input: object) => ({
    role: 'assistant',
    tool_calls: [
      {
        id: `${name}_${round}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(input) },
      },
    ],
  });
  const rows = Array.from({ length: 120 }, (_, at) => `crane ${at} of hall ${round}: ${at * 7} t`);
  const demand = `Each table of hall ${round} must have a column for the tide and one for the pilot.`;
  return [
    { role: 'user', content: `Now write the report of hall ${round}. ${demand}` },
    call('read_file', { path: `halls/${round}.txt` }),
    { role: 'tool', tool_call_id: `read_file_${round}`, content: rows.join('\n') },
    call('write_file', { path: `reports/${round}.md`, content: rows.slice(0, 60).join('\n') }),
    { role: 'tool', tool_call_id: `write_file_${round}`, content: 'The file was written.' },
  ];
}

test.each(WITHOUT_MODEL)(
  '%s keeps what was demanded once through ten compressions',
  async (strategy) => {
    let session: readonly object[] = DEMANDS.flatMap((content) => [
      { role: 'user', content },
      { role: 'assistant', content: 'Understood.' },
    ]);
    for (let round = 0; round < 10; round += 1) {
      const grown = [...session, ...taskOf(round), ...taskOf(round + 0.5)];
      const { messages: after, report } = await compress(grown, { strategy, targetRatio: 0.25 });
      expect(report.kind).toBe('applied');
      session = after;
    }
    const said = JSON.stringify(
      session.filter((message) => 'role' in message && message.role === 'user'),
    );
    for (const demand of DEMANDS) expect(said).toContain(demand);
  },
);

test('salience leaves out no directive if the newest messages miss the target without any', async () => {
  const demands = Array.from(
    { length: 20 },
    (_, at) => `Never change the timetable of gate number ${at} without the harbour master.`,
  );
  const history = [
    { role: 'user', content: `${demands.join('\n')}\n${'The harbour is old. '.repeat(60)}` },
    ...taskOf(0).slice(1),
    { role: 'assistant', content: 'The report is written.' },
    { role: 'user', content: `Read this: ${'Ships come and go at every gate. '.repeat(200)}` },
  ];
  const { messages: after, report } = await compress(history, { targetTokens: 100 });
  expect(report.kind).toBe('applied');
  for (const demand of demands) expect(JSON.stringify(after)).toContain(demand);
});

test('compression.pinDirectives: false allows directives to be removed', async () => {
  const settings = { 'compression.pinDirectives': false };
  const options = { strategy: 'top-down-truncation', targetRatio: 0.3, settings };
  const { messages: after } = await compress(messages, options);
  expect(JSON.stringify(after)).not.toContain(DEMAND);
});

const RULE = 'Never exceed it without explicit approval.';
const capOf = (price: string): string => `The budget cap is ${price} in total.`;

test.each(['salience', 'top-down-truncation'] as const)(
  '%s keeps the rule of a message, and not the value that a later message replaces',
  async (strategy) => {
    const chat = [
      messages[0]!,
      { role: 'assistant', content: 'I will.' },
      { role: 'user', content: `${capOf('$201')} ${RULE}` },
      ...messages.slice(1),
      { role: 'assistant', content: 'I see.' },
      { role: 'user', content: capOf('$956') },
      ...messages.slice(1),
    ];
    const { messages: after } = await compress(chat, { strategy, targetRatio: 0.3 });
    const left = JSON.stringify(after);
    expect(left).toContain(RULE);
    expect(left).not.toContain('$201');
  },
);

test('an answer that only says “noted” does not stay with the rule that it answers', async () => {
  const rules = DEMANDS.flatMap((content) => [
    { role: 'user', content },
    { role: 'assistant', content: 'Noted and recorded.' },
  ]);
  const chat = [
    messages[0]!,
    { role: 'assistant', content: 'I will.' },
    ...rules,
    ...messages.slice(1),
  ];
  const { messages: after } = await compress(chat, {
    strategy: 'top-down-truncation',
    targetRatio: 0.3,
  });
  const left = JSON.stringify(after);
  for (const demand of DEMANDS) expect(left).toContain(demand);
  expect(left).not.toContain('Noted');
});
