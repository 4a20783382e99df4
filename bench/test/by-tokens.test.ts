import { estimateEntryTokens } from '@palimpsest/tokenizer';
import { describe, expect, test } from 'vitest';
import { byTokensSection } from '../src/benchmarks/sections/by-tokens.ts';
import { hostRow } from '../src/questions/question-rows.ts';
import { runQuestionJob } from '../src/questions/question-jobs.ts';
import { meetingOf } from '../src/questions/meetings.ts';
import {
  poolTokens,
  scoreByTokens,
  TOKEN_METHOD_NAMES,
  TOKEN_PLACES,
  tokenMethod,
  tokensOf,
  type TokenRow,
} from '../src/retention/by-tokens.ts';
import { messageCharacters } from '../src/retention/characters.ts';
import { session, user } from '../src/retention/example-session.ts';
import type { ProbedHistory } from '../src/retention/families.ts';
import { tokenJobsFor } from '../src/retention/plan.ts';

const messages = session();
const system = { role: 'system', content: 'Be brief. '.repeat(500) };
const talk = Array.from({ length: 60 }, (_, at) => user(at % 2 === 0 ? 'yes' : `no ${at}`));

test('counts each message as the command line does, and a system message as zero', () => {
  const entry = { speaker: 'human', blocks: [{ type: 'text', text: 'yes' }] } as const;
  expect(tokensOf([user('yes')])).toBe(estimateEntryTokens([entry]));
  expect(tokensOf([user('')])).toBeGreaterThan(0);
  expect(tokensOf([system, ...messages])).toBe(tokensOf(messages));
});

describe.each(TOKEN_METHOD_NAMES)('%s', (name) => {
  test('reaches its share of the tokens or reports a shortfall', async () => {
    for (const given of [[system, ...messages], talk]) {
      const {
        size,
        target,
        shortfall,
        messages: left,
      } = await tokenMethod(name).compress(given, 0.5);
      expect(target).toBe(Math.floor(tokensOf(given) / 2));
      expect(size).toBe(tokensOf(left));
      expect(size - (shortfall ?? 0)).toBeLessThanOrEqual(target);
    }
  });
});

test('a share of the tokens of short messages keeps less than that share of their characters', async () => {
  const { messages: left } = await tokenMethod('newest only').compress(
    [user('x'.repeat(400)), ...talk],
    0.25,
  );
  const all = messageCharacters(talk) + 400;
  expect(messageCharacters(left) / all).toBeLessThan(0.2);
});

test('compresses every file once for all families and sizes', () => {
  const jobs = tokenJobsFor(TOKEN_PLACES);
  const done = jobs.map(({ method, file, cut }) => `${method} ${file} ${cut}`);
  expect(new Set(done).size).toBe(done.length);
  expect(new Set(jobs.map(({ file }) => file)).size).toBe(9);
  for (const { budgets } of jobs) expect(budgets).toEqual([50, 25, 10]);
});

test('pools the kept share in tokens, and counts the outputs above their target', async () => {
  const history: ProbedHistory = {
    id: 'made',
    cut: messages.length,
    frac: 0.7,
    prefix_chars: 1,
    messages,
    probes: [{ value: 'const value5', kind: 'snake', use: 'args', last: 13, roles: ['tool'] }],
    lines: [],
    narrative: [],
    demands: [],
    rarity: () => 0,
  };
  const scores = await scoreByTokens([history, { ...history, messages: talk }], 'newest only', 50);
  const place = { family: 'coding-pi', cut: 70, budget: 50, method: 'newest only' } as const;
  const row = poolTokens(place, scores);
  const left = scores.reduce((sum, { outcome }) => sum + outcome.size, 0);
  const share = (left / (tokensOf(messages) + tokensOf(talk))) * 100;
  expect(row.kept).toBeCloseTo(share, 1);
  expect(row).toMatchObject({ ...place, conversations: 2, missed: 0 });
  const [first] = scores;
  const late = { ...first!, outcome: { size: 9, target: 8 } };
  expect(poolTokens(place, [...scores, late]).missed).toBe(1);
});

test('uses a share of the tokens of a meeting as its target when tokens are counted', async () => {
  const qa = [{ question: 'Who said no 7?', answer: 'no 7', evidence_message_indexes: [7] }];
  const meeting = meetingOf({ id: 'made', messages: talk, qa });
  const job = { host: 'newest only', budget: 25, guests: [], counted: 'tokens' } as const;
  const results = await runQuestionJob(job, [meeting]);
  expect(hostRow(job, results).kept).toBeCloseTo(25, -1);
  expect(results[0]!.tokens?.asked).toBe(tokensOf(talk));
  const inCharacters = await runQuestionJob({ ...job, counted: undefined } as never, [meeting]);
  expect(inCharacters[0]).not.toHaveProperty('tokens');
});

const row = (method: string, all: number): TokenRow => ({
  ...TOKEN_PLACES[0]!,
  method,
  conversations: 1,
  kept: 49.5,
  survived: { all, gold: null, lines: 7 },
  missed: 0,
});

test('the page has a row for each family and size, with the figures by characters for comparison', () => {
  const figures = { budgets: [50], rows: [], equalSize: [] };
  const byTokens = [row('salience', 81.25), row('newest only', 9)];
  const table = byTokensSection({ retention: { figures: { ...figures, byTokens } } })!;
  expect(table.split('\n').at(-1)).toMatch(
    /Claude Code sessions \| +50 % \| 81\.3 \/ 7\.0 \(49\.5\) \| 9\.0 \/ 7\.0 \(49\.5\) \| +–/,
  );
  expect(byTokensSection({ retention: { figures } })).toBeUndefined();
});
