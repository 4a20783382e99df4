import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import { indexExchanges } from '@palimpsest/engine/history';
import { rank } from './ranked.ts';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { defaultToolTaxonomy } from '@palimpsest/engine/tools';
import { expect, test } from 'vitest';
import { createParseCache, parseHistory } from '../src/index.ts';
import { compress } from './compressed.ts';
import { linesOf } from './lines-of.ts';
import { SHAPES, workSession, type Shape } from './work-session.ts';

const memoryOf = createParseCache();

function read(
  session: readonly IContent[],
  parseCache: ReturnType<typeof memoryOf>,
): ReturnType<typeof parseHistory> {
  return parseHistory(indexExchanges(session), {
    taxonomy: defaultToolTaxonomy,
    parseCache,
  });
}

test('parses each text once, and an appended entry costs only its own text', () => {
  const memory = createParseCache()();
  const session = history().human('Count.').build();
  for (let at = 0; session.length < 10_000; at += 1) {
    session.push(
      ...history()
        .call('count', { hall: `hall ${at}` }, { id: `${at}` })
        .result(linesOf(`hall${at}`, 3))
        .build(),
    );
  }
  read(session, memory);
  const whole = memory.reader.charactersRead;
  expect(whole).toBeGreaterThan(1_000_000);
  read(session, memory);
  expect(memory.reader.charactersRead).toBe(whole);
  const appended = 'The halls are counted.';
  read([...session, ...history().ai(appended).build()], memory);
  expect(memory.reader.charactersRead).toBe(whole + appended.length);
});

test('does not parse again the blocks that a compression left unchanged', async () => {
  const memory = createParseCache()();
  const session = workSession({ shape: 'code', turns: 40, seed: 5 });
  read(session, memory);
  const before = memory.reader.charactersRead;
  const result = await compress(session, { ratio: 0.6 });
  const after = result.kind === 'applied' ? result.newHistory : [];
  const given = new Set(session.flatMap(({ blocks }) => blocks));
  const fresh = after.flatMap(({ blocks }) => blocks.filter((block) => !given.has(block)));
  read(after, memory);
  const readAgain = memory.reader.charactersRead - before;
  expect(readAgain).toBeLessThanOrEqual(JSON.stringify(fresh).length);
  expect(JSON.stringify(fresh).length).toBeLessThan(JSON.stringify(after).length);
});

interface Work {
  /** Evaluations per unit, summed over three budgets. */
  readonly looks: number;
  /** Tokens counted per token of the history, summed over three targets. */
  readonly counted: number;
}

async function workOf(shape: Shape, turns: number): Promise<Work> {
  const session = workSession({ shape, turns, seed: 9 });
  const tokens = countTokensByCharacters(session);
  const memory = createParseCache()();
  const passages = read(session, memory).flatMap((pieces) =>
    pieces.flatMap(({ texts }) =>
      texts.map(({ parsed, entry, role, call }) => ({
        parsed,
        message: entry,
        role,
        namesFile: call?.namesFile === true,
      })),
    ),
  );
  const work = { looks: 0, counted: 0 };
  const estimateTokens: TokenEstimator = (entries) => {
    const count = countTokensByCharacters(entries);
    work.counted += count / tokens;
    return count;
  };
  for (const ratio of [0.1, 0.25, 0.5]) {
    const budget = ratio * 4 * tokens;
    const { evaluations, unitIndex } = rank(passages, {
      reader: memory.reader,
      budget,
    });
    work.looks += evaluations / unitIndex.units;
    const { kind } = await compress(session, { ratio, estimateTokens });
    expect(kind).toBe('applied');
  }
  return work;
}

test.each(SHAPES)(
  'the work grows linearly with the history: %s',
  { timeout: 300_000 },
  async (shape) => {
    const small = await workOf(shape, 25);
    for (const turns of [100, 400]) {
      const large = await workOf(shape, turns);
      expect(large.looks).toBeLessThan(1.5 * small.looks);
      expect(large.counted).toBeLessThan(1.5 * small.counted);
    }
    expect(small.looks).toBeLessThan(12);
    expect(small.counted).toBeLessThan(24);
  },
);
