import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { readResults } from '../src/benchmarks/results-read.ts';
import { foreignSection } from '../src/benchmarks/sections/foreign.ts';
import { readWords } from '../src/benchmarks/words.ts';
import { leftOf, readLocomo, type ProbedChat } from '../src/foreign/chats.ts';
import { keptEvidence } from '../src/foreign/foreign-report.ts';
import { kitRow, UPPER_BOUND, type KitSession } from '../src/foreign/kit.ts';

const talk = (count: number): { role: string; content: string }[] =>
  Array.from({ length: count }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `On walk ${at} we saw the river and some of the birds.`,
  }));

const session: KitSession = {
  messages: [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'The release deadline is 2027-03-01.' },
    { role: 'assistant', content: 'I see.' },
    ...talk(40),
    { role: 'user', content: 'The release deadline is 2027-04-15.' },
    { role: 'assistant', content: 'I see.' },
  ],
  items: [
    { required: ['2027-04-15'], superseded: ['2027-03-01'], isConflict: true },
    { required: ['2027-04-15'], superseded: [], isConflict: false },
    { required: ['absent'], superseded: [], isConflict: false },
  ],
};

describe('a session of the kit', () => {
  const job = { data: 'none', method: 'newest only' };

  test('is scored by the words that stand, and by those of older statements', async () => {
    expect(await kitRow({ ...job, budget: 30 }, [session])).toEqual({
      method: 'newest only',
      budget: 30,
      survived: 50,
      resolved: 100,
      stale: 0,
      over: 0,
    });
    const { stale, resolved } = await kitRow({ ...job, budget: 100 }, [session]);
    expect([stale, resolved]).toEqual([1, 0]);
  });

  test('has an upper bound: whole messages beside the system message and the newest exchange', async () => {
    const most = { ...job, method: UPPER_BOUND };
    expect((await kitRow({ ...most, budget: 100 }, [session])).survived).toBe(50);
    expect((await kitRow({ ...most, budget: 1 }, [session])).survived).toBe(0);
  });

  test('is over its budget if a system message alone is', async () => {
    const { over } = await kitRow({ ...job, budget: 0.1 }, [session]);
    expect(over).toBe(1);
  });
});

test('a known question is the newest message, and no evidence for itself', async () => {
  const question = 'Which birds did we see?';
  const chat: ProbedChat = {
    messages: talk(20),
    probes: [{ question, kept: ({ text }) => Number(text.includes('which birds')) }],
  };
  const place = { corpus: 'made', method: 'everything', budget: 100 };
  expect(await keptEvidence([chat], place, 1)).toMatchObject({ questions: 1, kept: 0 });
  expect(await keptEvidence([chat], place, 2)).toMatchObject({ questions: 0, kept: null });
});

test('of LoCoMo, sentences with a word of the answer are evidence, and questions without an answer are left out', () => {
  const data = mkdtempSync(`${tmpdir()}/foreign-`);
  expect(() => readLocomo(data)).toThrow('expected locomo/data');
  const folder = `${data}/locomo/data/multimodal_dialog/locomo10_v2`;
  const qa = { question: 'Which river?', answer: 'the Maas', evidence: ['D1:1'], category: 1 };
  const chat = {
    speaker_a: 'Ann',
    session_1_date_time: '1 May',
    session_1: [
      {
        speaker: 'Ann',
        dia_id: 'D1:1',
        text: 'I slept badly last night. We walked along the Maas.',
      },
      { speaker: 'Bob', dia_id: 'D1:2', text: 'Lovely.' },
    ],
    qa: [qa, { ...qa, category: 5 }],
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/1.json`, JSON.stringify(chat));
  const [{ messages, probes }] = readLocomo(data) as [ProbedChat];
  expect(messages.map(({ role }) => role)).toEqual(['user', 'user', 'assistant']);
  const kept = (content: string) =>
    probes.map((one) => one.kept(leftOf([{ role: 'user', content }])));
  expect(kept('We walked along the Maas.')).toEqual([1]);
  expect(kept('I slept badly last night.')).toEqual([0]);
});

function figures(row: readonly string[], at: number): number[] {
  return row[at]!.split(' / ').map(Number);
}

test('the page names each measure in which another row is better than salience', () => {
  const table = foreignSection(readResults())
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const [names, , ours, ...others] = table as [string[], string[], string[], ...string[][]];
  const isBehind = (name: string, at: number): boolean =>
    others.some((row) =>
      figures(row, at).some((figure, size) => {
        const more = figure - figures(ours, at)[size]!;
        return name === 'old values' ? more < 0 : more > 0;
      }),
    );
  const [, places] = readWords('foreign').split('is not first in these places');
  const named = Array.from(places!.matchAll(/\*\*(.+?)\*\*/g), ([, name]) => name!.toLowerCase());
  const behind = names.filter((name, at) => name !== '' && at > 1 && isBehind(name, at));
  expect(behind.map((name) => name.toLowerCase()).toSorted()).toEqual(named.toSorted());
});

test('only sessions of clean-window at 10 % are over the budget, as the page says', () => {
  const over = readResults().foreign.figures.kit.filter((row) => row.over > 0);
  expect(over).toMatchObject([{ method: 'clean-window', budget: 10, over: 24 }]);
});
