import { FORMAT_NAMES, getCodec, isLogFormat } from '@palimpsest/formats';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyHistory } from '../../formats/test/arbitrary-history.ts';

const names = FORMAT_NAMES.filter((name) => !isLogFormat(name));

test.each(names)('encoding to %s keeps the token estimate of any history', (name) => {
  const codec = getCodec(name);
  fc.assert(
    fc.property(anyHistory, (history) => {
      const sent = JSON.parse(JSON.stringify(codec.encode(history))) as object[];
      const expected = estimateEntryTokens(history);
      const difference = Math.abs(estimateEntryTokens(codec.decode(sent)) - expected);
      expect(difference).toBeLessThanOrEqual(Math.max(3, expected / 100));
    }),
  );
});
