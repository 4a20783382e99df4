import type { ContentBlock, IContent, Speaker } from '@palimpsest/core-types';
import fc from 'fast-check';

/** Any block at any position. Ids come from a small pool, so they match, repeat, occur in the wrong order, or stay unmatched. */
function blockArbitrary(ids: readonly string[]): fc.Arbitrary<ContentBlock> {
  const id = fc.constantFrom(...ids);
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .tuple(id, fc.constantFrom('Read', 'Bash'), fc.nat(9))
        .map(([callId, name, roll]): ContentBlock => {
          const call = { type: 'tool_call', id: callId, name, parameters: {} } as const;
          return roll === 0 ? { ...call, providerExecuted: true } : call;
        }),
    },
    {
      weight: 3,
      arbitrary: id.map((callId): ContentBlock => ({
        type: 'tool_response',
        callId,
        toolName: 'Read',
        result: 'text',
      })),
    },
    fc.constantFrom('', 'words', ' \n').map((text): ContentBlock => ({ type: 'text', text })),
    fc.constantFrom('', 'hm').map((thought): ContentBlock => ({ type: 'thinking', thought })),
    fc.constant('mystery').map((kind): ContentBlock => ({ type: 'opaque', kind })),
  );
}

const speaker = fc.constantFrom<Speaker>('system', 'human', 'ai', 'ai', 'tool', 'tool');

/** Malformed histories that a client may still send. */
export function anyHistory(ids: readonly string[] = ['0', '1', '2']): fc.Arbitrary<IContent[]> {
  const entry = fc.record({
    speaker,
    blocks: fc.array(blockArbitrary(ids), { maxLength: 3 }),
  });
  return fc.array(entry, { maxLength: 12 });
}
