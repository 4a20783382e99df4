import type { IContent } from '@palimpsest/core-types';
import { findRoleProblems } from '@palimpsest/history';
import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import { countTokensByCharacters, testContext } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { isDirectivesNote } from '../../../engine/src/directives/directives-note.ts';
import { withDirectives } from '../../../engine/src/directives/keep-directives.ts';
import { conversation, WITHOUT_MODEL } from './demanding.ts';
import { BINDING_DEMANDS } from './demands.ts';

const before = conversation(BINDING_DEMANDS, true);
const targets = [0.5, 0.25, 0.1].map((share) =>
  Math.floor(countTokensByCharacters(before) * share),
);
const reloaded = (entries: readonly IContent[]): IContent[] =>
  JSON.parse(JSON.stringify(entries)) as IContent[];

test('user and assistant messages alternate in the test conversation', () => {
  expect([...findRoleProblems(before)]).toEqual([]);
});

test.each(WITHOUT_MODEL)(
  '%s keeps the role order around its note, is idempotent, and its result can be restored',
  async (_name, make) => {
    const strategy = withDirectives(make());
    let notes = 0;
    for (const targetTokens of targets) {
      const result = await strategy.compress(testContext(before, { targetTokens }));
      const after = result.kind === 'applied' ? result.newHistory : before;
      notes += after.filter(isDirectivesNote).length;
      expect([...findRoleProblems(after)]).toEqual([]);
      const again = await strategy.compress(testContext(after, { targetTokens }));
      const isMet = result.metadata.shortfallTokens === undefined;
      expect(isMet && again.kind === 'applied').toBe(false);
      const originals = await openOriginals(memoryOriginals(), { session: 'notes' });
      await originals.keep(before, after, { strategy: strategy.name });
      const { messages } = await originals.restore(reloaded(after));
      expect(JSON.stringify(messages)).toBe(JSON.stringify(before));
    }
    expect(notes).toBeGreaterThan(0);
  },
);
