import type { IContent } from '@palimpsest/core-types';
import { DEMANDS_HEADING, isRecordEntry } from '@palimpsest/engine/history';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compress, compressed, humanTextsOf, reloaded } from './compressed.ts';
import { linesOf } from './lines-of.ts';

/** Lines of a log that a user pasted. */
const LOG = Array.from(
  { length: 80 },
  (_, at) => `2026-11-23 10:12:${at} INFO crane_${at} handled parcel_${at * 37}`,
).join('\n');

const humanOf = (entries: readonly IContent[]): string => humanTextsOf(entries).join('\n');

const OWN = [
  'The nightly run of the harbour fails since Tuesday.',
  'I looked at the tariff table and found nothing wrong.',
  'Do NOT change the tests, and never push to main.',
  'The old worker wrote to the same table.',
];
const PASTE = `${OWN[0]}\n${OWN[1]}\n\n${LOG}\n\n${OWN[2]}\n${OWN[3]}`;

test('reduces the pasted data of a long message, not the user’s own sentences', async () => {
  const before = history()
    .human(PASTE)
    .ai('I will look.')
    .human('Go on.')
    .call('read', { path: 'src/gate.ts' })
    .result(linesOf('gate', 200))
    .ai('The tariff is missing.')
    .build();
  const said = humanOf(await compressed(before, { ratio: 0.15 }));
  for (const sentence of OWN) expect(said).toContain(sentence);
  expect(said.length).toBeLessThan(PASTE.length / 2);
});

test('leaves out the hidden comments of a template before all else that a user wrote', async () => {
  const numbers = Array.from({ length: 40 }, (_, at) => at + 1);
  const issue = numbers.flatMap((at) => [
    `<!-- Please always be sure to read rule ${at} of the port. -->`,
    `Crane ${at} stood still on day ${at}.`,
  ]);
  const before = history()
    .human(`Fix the gate as this issue asks for.\n${OWN.join('\n')}\n${issue.join('\n')}`)
    .ai('It has no key.')
    .human('Go on.')
    .ai('I will.')
    .build();
  const said = humanOf(await compressed(before, { ratio: 0.4 }));
  expect(said).not.toContain('be sure to read rule');
  expect(said.split('stood still').length - 1).toBeGreaterThan(20);
});

const ruleOf = (at: number): string =>
  `Please always run the linter of hall ${at} before you commit.`;

test('omits other user text before directives', async () => {
  const talk = Array.from({ length: 40 }, (_, at) => `Crane ${at} stood still on day ${at}.`);
  const built = history().human('Help me with the harbour.').ai('Yes.');
  for (let at = 0; at < 6; at += 1) built.human(`${talk.join(' ')} ${ruleOf(at)}`).ai('Noted.');
  const before = built.human('Go on.').ai('I will.').build();
  const said = humanOf(await compressed(before, { ratio: 0.14 }));
  for (let at = 0; at < 6; at += 1) expect(said).toContain(ruleOf(at));
  expect(said.split('Crane').length - 1).toBeLessThan(80);
});

test('keeps the first request readable, even if the target cannot be met', async () => {
  const task = `Write a changelog for version 4 of the harbour. ${'It names every crane. '.repeat(8)}`;
  const before = history()
    .human(task)
    .ai('I will.')
    .human('And hurry.')
    .call('read', { path: 'src/gate.ts' })
    .result(linesOf('gate', 200))
    .build();
  const result = await compress(before, { targetTokens: 200 });
  expect(result.metadata.shortfallTokens).toBeGreaterThan(0);
  const after = result.kind === 'applied' ? result.newHistory : before;
  expect(humanTextsOf(after)[0]!.slice(0, 150)).toBe(task.slice(0, 150));
});

test('does not take a generated note for the first request', async () => {
  const task = `Write a changelog for version 4 of the harbour.\n${LOG}`;
  const note: IContent = {
    speaker: 'human',
    blocks: [{ type: 'text', text: `${DEMANDS_HEADING}\n- never push to main` }],
    metadata: { synthetic: true, pinned: true },
  };
  const before = history()
    .entry(note)
    .ai('…')
    .human(task)
    .ai('I will.')
    .human('And hurry.')
    .call('read', { path: 'src/gate.ts' })
    .result(linesOf('gate', 200))
    .build();
  expect(humanOf(await compressed(before, { targetTokens: 0 }))).toContain(task.slice(0, 40));
});

test('a kept line of a code fence does not change what the next compression reads', async () => {
  const text = `Look.\n\`\`\`\nopen\n\`\`\`\n${OWN.join('\n')}\n${LOG}`;
  const before = history().human(text).ai(linesOf('seen', 20)).human('Well?').ai('Done.').build();
  const after = await compressed(before, { targetTokens: 0 });
  expect((await compress(after, { targetTokens: 0 })).kind).toBe('noop');
});

const DEMONSTRATION = [
  '--- DEMONSTRATION ---',
  ...Array.from({ length: 30 }, (_, at) => `You must always open crane ${at} first.`),
  '--- END OF DEMONSTRATION ---',
];

test('demands of a demonstration and empty fences are left out, and what stays of a quotation stays between its marks', async () => {
  const fence = ['```', 'print(1)', '```'];
  const issue = [
    '<issue>',
    'The gate must never close on a crane.',
    ...LOG.split('\n'),
    '</issue>',
  ];
  const text = ['Do as shown.', ...DEMONSTRATION, ...fence, ...fence, ...issue, OWN[2]];
  const before = history().human(text.join('\n')).ai('Yes.').human('Go on.').ai('I will.').build();
  const lines = humanOf(await compressed(before, { targetTokens: 110 })).split('\n');
  expect(lines.filter((line) => line.includes('open crane')).length).toBeLessThan(3);
  expect(lines).not.toContain('```');
  expect(lines).toContain(OWN[2]);
  const [from, to] = [lines.indexOf('<issue>'), lines.indexOf('</issue>')];
  expect(lines.slice(from, to)).toContain('The gate must never close on a crane.');
});

test('a sentence that would be read as data alone stays with its line', async () => {
  const built = history().human('My gate is stuck.').ai('Which number do you have?');
  built.human('My number is 555-123-2002. What should I do next?').ai('Restart it.');
  built.human('Done, and nothing changed since then. What should I do next?');
  built.call('look', { at: 1 }).result(linesOf('gate', 200));
  const said = humanOf(await compressed(built.build(), { targetTokens: 200 }));
  expect(said).toContain('My number is 555-123-2002. What should I do next?');
});

const TASK = [
  'The worker pool holds 12 connections and a timeout of 30 seconds.',
  'However, the MySQL driver must not be used here.',
  'In src/pool.ts the function acquireConnection throws at the limit.',
  'We talked about lunch for a while.',
  'No, do not deploy on the old cluster.',
  'The build must pass.',
  'Please review the retry policy before Friday.',
];

const withNews = (count: number): string =>
  TASK.map((line, at) => (at < count ? `Line ${at} says something else now.` : line)).join('\n');

const estimateTokens = (entries: readonly IContent[]): number =>
  Math.ceil(JSON.stringify(entries.map(({ blocks }) => blocks)).length / 3);

test('keeps the same directives in a second compression when the target cannot be met', async () => {
  const before = history()
    .human(withNews(0))
    .human(withNews(1))
    .human(withNews(2))
    .human(withNews(3))
    .entry({
      speaker: 'human',
      blocks: [{ type: 'text', text: 'x'.repeat(900) }],
      metadata: { pinned: true },
    })
    .build();
  for (let targetTokens = 220; targetTokens < 330; targetTokens += 1) {
    const after = await compressed(before, { targetTokens, estimateTokens });
    expect(await compress(after, { targetTokens, estimateTokens })).toMatchObject({ kind: 'noop' });
  }
});

const ask = (at: number): string => `嗯。这家酒店${at}的地址是什么啊？我看看距离${at}。`;

test('a second compression does not take a gap marker for a sentence', async () => {
  const built = history().human('你好，我带着孩子想去酒店住宿。');
  for (let at = 0; at < 8; at += 1) built.ai(`酒店地址是北京海淀区${at}号。`).human(ask(at));
  const before = built.ai('不客气。').build();
  for (let targetTokens = 10; targetTokens < 60; targetTokens += 1) {
    const after = await compressed(before, { targetTokens });
    expect(await compress(after, { targetTokens })).toMatchObject({ kind: 'noop' });
  }
});

test('keeps sentences of a conversation, but no remarks of a word or two', async () => {
  const remarks = ['Great.', 'Yeah, exactly.', 'Oh, I see.', 'Mm, right.'];
  const built = history();
  for (let at = 0; at < 60; at += 1) {
    built.human(
      at % 3 === 0
        ? `The cranes of hall ${at} stand still whenever the harbour is full of ships.`
        : remarks[at % remarks.length]!,
    );
    built.ai('And what does the gate do then?');
  }
  const before = built.human('What about the bridge?').ai('It opens.').build();
  const said = humanOf((await compressed(before, { ratio: 0.2 })).filter(isRecordEntry));
  expect(said.match(/The cranes of hall/g)!.length).toBeGreaterThan(5);
  // One may fill the last tokens.
  const lines = said.split('\n').filter((line) => remarks.includes(line));
  expect(lines.length).toBeLessThan(2);
});

const banOf = (at: number): string => `You don't touch the gate of hall ${at}.`;

test('a statement of not knowing is not a directive', async () => {
  const talk = Array.from({ length: 40 }, (_, at) => `Crane ${at} stood still on day ${at}.`);
  const doubt = "I really don't know.";
  const built = history().human('Help me with the harbour.').ai('Yes.');
  for (let at = 0; at < 6; at += 1)
    built.human(`${talk.join(' ')} ${doubt} ${banOf(at)} Bye.`).ai('Noted.');
  const before = built.human('Go on.').ai('I will.').build();
  const said = humanOf(await compressed(before, { ratio: 0.14 }));
  for (let at = 0; at < 6; at += 1) expect(said).toContain(banOf(at));
  expect(said.split(doubt).length - 1).toBeLessThan(2);
});

test('keeps a remark next to a sentence, so that the next run does not parse the line as data', async () => {
  const before = history()
    .system('You are careful. '.repeat(200))
    .human('Hello.')
    .ai('What is the number?')
    .human('Oh, of course. My phone number is 555-123-2002.')
    .ai('Is the light on?')
    .human('It is.')
    .ai('Good.')
    .build();
  const once = await compressed(before, { targetTokens: 400 });
  expect(humanOf(once)).toContain('My phone number is 555-123-2002.');
  expect(await compressed(reloaded(once), { targetTokens: 400 })).toEqual(reloaded(once));
});

test('does not keep a sentence of mostly digits alone, which the next run would parse as data', async () => {
  const before = history()
    .ai('Hi! How can I help you today?')
    .human(
      'Hi there! I am writing because my phone has shown “No Service” for the past few hours. I use it a lot for work, so I would really appreciate some help.',
    )
    .ai('I can help you with that! Could you please provide the phone number of your account?')
    .human('Sure, my phone number is 555-123-2002. Let me know what you need me to do next!')
    .call('find_customer', { phone: '555-123-2002' })
    .result(linesOf('customer', 20))
    .ai(`I found the account. ${'The line is active and was paid for in February. '.repeat(4)}`)
    .human('The status bar shows “No Signal”. What should I try next?')
    .build();
  const first = await compress(before, { targetTokens: 100 });
  expect(first.kind).toBe('applied');
  const after = first.kind === 'applied' ? first.newHistory : before;
  expect((await compress(reloaded(after), { targetTokens: 100 })).kind).toBe('noop');
});

test('keeps so much of the first request that it is parsed as prose again (`pnpm fuzz --seed 1129 --case 136862`)', async () => {
  // Half of it are letters: with a marker in place of its end it would be data.
  const code = '```ts\nexport const limit = 12;\n```';
  const task = 'a '.repeat(428).trim();
  const before = history().human(task).ai(code).human(code).human(code).ai('dolor').build();
  const once = await compressed(before, { targetTokens: 180 });
  expect(await compressed(reloaded(once), { targetTokens: 180 })).toEqual(reloaded(once));
});

const hostOf = (at: number): string => `Host ${at} is db${at}.internal.`;

test('of statements that do not all fit, the shortest stay: most of them', async () => {
  const built = history().human('Hello.').ai('Hello.');
  for (let at = 0; at < 12; at += 1) {
    built.human(hostOf(at)).ai('I see.');
    built.human(
      `The machine room of site ${at} has the address 10.2.3.${at}, which the people of the site gave us by phone.`,
    );
    built.ai('I see.');
  }
  const before = built.human('Go on.').ai('I will.').build();
  const said = humanOf(await compressed(before, { ratio: 0.25 }));
  for (let at = 0; at < 12; at += 1) expect(said).toContain(hostOf(at));
});
