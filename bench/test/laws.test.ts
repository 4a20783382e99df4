import { openai } from '@palimpsest/formats/openai';
import { describe, expect, test } from 'vitest';
import { formatProblems } from '../src/laws/format-problems.ts';
import { lawProblems } from '../src/laws/law-problems.ts';
import { SUBJECTS } from '../src/laws/subjects.ts';
import { call, result, user } from './example-session.ts';
import { makeTranscript } from '../src/transcript.ts';

const history = openai.decode([user('go'), call('1', { path: 'a.ts' }), result('1', 'done')]);

describe('formats', () => {
  test('report nothing for a complete exchange', () => {
    expect(formatProblems(history)).toEqual([]);
  });

  test('reject a result whose call is missing', () => {
    const problems = formatProblems(history.filter(({ speaker }) => speaker !== 'ai'));
    expect(problems.map((problem) => problem.split(':')[0])).toContain('openai');
  });
});

const salience = SUBJECTS.find(({ name }) => name === 'salience')!;

describe('lawProblems', () => {
  const messages = JSON.parse(makeTranscript(40, 1)) as never[];

  test('returns nothing when every law is kept', async () => {
    expect(await lawProblems({ messages }, salience)).toEqual([]);
  });

  test('names a broken law and the size at which it broke', async () => {
    const subject = { ...salience, ratios: [0.3], tailStart: () => 1 };
    const problems = await lawProblems({ messages }, subject);
    expect(problems).toEqual(['salience at 0.3: the tail changed']);
  });
});
