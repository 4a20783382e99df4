import { checkInvariants, historyArbitrary } from '@palimpsest/conformance';
import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import { createIsProtected, repairHistory } from '@palimpsest/engine/history';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { examples } from '../../../../tools/extent.ts';
import { compress, compressed, MEMBERS, reloaded, WITHOUT_MODEL } from './members.ts';

const ESTIMATORS: readonly TokenEstimator[] = [
  countTokensByCharacters,
  (entries) => entries.length * 100,
  (entries) => 200 + countTokensByCharacters(entries),
  (entries) => Promise.resolve(JSON.stringify(entries.map(({ blocks }) => blocks)).length / 4),
];

const originalId = (entry: IContent, block: number): string =>
  (JSON.stringify(entry.blocks[block]).length * 7_919).toString(16).padStart(8, '0').slice(-8);

/** Returns the roles as chat templates assign them: tool results belong to the user. */
const rolesOf = (entries: readonly IContent[]): string =>
  entries.map(({ speaker }) => (speaker === 'ai' ? 'assistant' : 'user')).join(' ');

const TAKING_TURNS = /^user(?: assistant user)*(?: assistant)?$/;

/** Turns in which the user asks, the model thinks, calls tools and replies, and both exchange short remarks. */
function session(turns: number, from = 0): IContent[] {
  const built = history();
  for (let turn = from; turn < from + turns; turn += 1) {
    const [id, said] = [`${turn}`, `We looked at the pool of service ${turn} for a while. `];
    built
      .human(`Where is gate_${turn}? ${said.repeat(turn % 3 === 0 ? 8 : 1)}`)
      .call('look', { at: `hall_${turn}` }, { id: `look-${id}`, thought: `Perhaps ${turn}?` })
      .result(`hall ${turn} opens gate ${turn * 7}\n`.repeat(30))
      .call('read_file', { file_path: `gates/${turn}.ts` }, { id: `read-${id}` })
      .result({ rows: Array.from({ length: 20 }, (_, at) => ({ id: `row_${turn}_${at}`, at })) })
      .ai(`In turn ${turn} the size was set to ${turn}. `.repeat(6));
    for (let at = 0; at < turn % 4; at += 1) built.human('Right.').ai('Yes, I think so.');
  }
  return built.build();
}

describe.each(MEMBERS)('$name', (plugin) => {
  test(
    'keeps every invariant in a growing session, and a target that was met is met for good',
    { timeout: 300_000 },
    async () => {
      const sessions = fc.record({
        parts: fc.array(
          fc.oneof(
            historyArbitrary({ maxPieces: 6 }),
            fc.nat(50).map((turn) => session(2, turn)),
          ),
          { minLength: 1, maxLength: 4 },
        ),
        estimateTokens: fc.constantFrom(...ESTIMATORS),
        targetTokens: fc.integer({ min: 0, max: 4_000 }),
        preserveThreshold: fc.constantFrom(0.1, 0.2, 0.5),
        canRecall: fc.boolean(),
        isReloaded: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(sessions, async ({ parts, canRecall, isReloaded, ...given }) => {
          const options = { ...given, ...(canRecall ? { originalId } : {}) };
          const { estimateTokens } = given;
          let now: readonly IContent[] = [];
          for (const part of parts) {
            const before = repairHistory([...now, ...part]).history;
            now = before;
            const result = await compress(plugin, before, options);
            if (result.kind === 'noop') continue;
            const { metadata, newHistory } = result;
            const { longHumanText } = plugin;
            const violations = checkInvariants({
              ...metadata,
              before,
              after: newHistory,
              provenance: metadata.provenance ?? [],
              tailStart: before.length - (metadata.bottomPreserved ?? 0),
              isProtected: createIsProtected(),
              humanText: plugin.humanText,
              ...(longHumanText === undefined ? {} : { longHumanText }),
              tokensBefore: await estimateTokens(before),
              tokensAfter: await estimateTokens(newHistory),
            });
            expect(violations).toEqual([]);
            now = isReloaded ? reloaded(newHistory) : newHistory;
            if (plugin.requiresLLM || metadata.shortfallTokens !== undefined) continue;
            expect((await compress(plugin, now, options)).kind).toBe('noop');
          }
        }),
        { numRuns: examples(160) },
      );
    },
  );

  test('user and assistant alternate, and the user is first, at any target and after many compressions', async () => {
    const before = session(10);
    expect(rolesOf(before)).toMatch(TAKING_TURNS);
    const all = countTokensByCharacters(before);
    for (const preserveThreshold of [0.05, 0.2, 0.5]) {
      for (const share of [0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.8]) {
        const options = { preserveThreshold, targetTokens: Math.floor(share * all) };
        for (const entries of [before, before.slice(0, -1), before.slice(0, -3)])
          expect(rolesOf(await compressed(plugin, entries, options))).toMatch(TAKING_TURNS);
      }
    }
    let now: readonly IContent[] = [];
    for (let at = 0; at < before.length; at += 10) {
      now = await compressed(plugin, [...reloaded(now), ...before.slice(at, at + 10)], {
        targetTokens: 900,
      });
      expect(rolesOf(now)).toMatch(TAKING_TURNS);
    }
    expect(now.length).toBeLessThan(before.length);
  });

  test('an aborted compression rejects with the abort reason', async () => {
    const signal = AbortSignal.abort(new Error('called off'));
    const given = compress(plugin, session(10), { targetTokens: 500, signal });
    await expect(given).rejects.toThrow('called off');
  });
});

test.each(WITHOUT_MODEL)('$name: a long session stays within its target', async (plugin) => {
  let now: readonly IContent[] = [];
  let half = 0;
  for (let turn = 0; turn < 80; turn += 1) {
    const result = await compress(plugin, [...now, ...session(1, turn)], { targetTokens: 5_000 });
    expect(result.metadata.shortfallTokens).toBeUndefined();
    now = reloaded(result.kind === 'applied' ? result.newHistory : [...now, ...session(1, turn)]);
    if (turn === 40) half = now.length;
  }
  expect(now.length).toBeLessThan(1.2 * half);
});
