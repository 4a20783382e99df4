import type { IContent } from '@palimpsest/core-types';
import { countTokensByCharacters, history, testContext } from '@palimpsest/testing';
import { createPalimpsest } from 'palimpsest';
import { expect, test } from 'vitest';

const OFFER = `I can move you to flight HAT072 on May 24 for 105 dollars.
The other way is to keep the return flight: then the fee of 60 dollars comes back to the card ending in 7447.`;

/** A dialogue in which the messages of the user alone exceed the target. */
function dialogue(): readonly IContent[] {
  const built = history();
  for (let at = 0; at < 8; at += 1) {
    built
      .human(
        Array.from(
          { length: 12 },
          (_, hour) =>
            `At ${hour} the clerk of gate ${at} sent bag ${hour} to the depot of carrier ${at}.`,
        ).join(' '),
      )
      .ai(`Carrier ${at} confirmed on day ${at} that the bag with tag T${at}88 is in depot ${at}.`);
  }
  return built
    .human('What can you offer me now?')
    .ai(OFFER)
    .human('Yes, the first one.')
    .call('book', { flight: 'first' })
    .result('The page of the carrier says that seats are left in row 7 and in row 9.\n'.repeat(9))
    .build();
}

const OFFER_JSON = JSON.stringify(OFFER).slice(1, -1);
/** No settings, so no share of the entries for the tail: the answer is before it. */
const NO_TAIL_SHARE = { ephemerals: {} };

test.each(['salience', 'extractive', 'high-density'])(
  '%s keeps the text that the newest request answers, when user text must go',
  async (name) => {
    const strategy = createPalimpsest().registry.resolve(name);
    const before = dialogue();
    const targetTokens = Math.floor(0.4 * countTokensByCharacters(before));
    const context = testContext(before, { targetTokens, estimateTokens: countTokensByCharacters });
    const result = await strategy.compress({ ...context, runtimeContext: NO_TAIL_SHARE });
    const after = result.kind === 'applied' ? result.newHistory : before;
    const people = before.filter(({ speaker }) => speaker === 'human');
    expect(people.some((entry) => !after.includes(entry))).toBe(true);
    // As its own message, or word for word in a report.
    const blocks = after.flatMap((entry) => entry.blocks).map((block) => JSON.stringify(block));
    expect(blocks.some((block) => block.includes(OFFER_JSON))).toBe(true);
  },
);
