import { getCodec, type FormatName } from '@palimpsest/formats';
import { readMessages } from '../../../packages/palimpsest/src/read-messages.ts';

/** Returns messages as a compression starts from them: repaired, in their format. The same objects if nothing was repaired. */
export function readRepaired(given: readonly object[], format: FormatName): readonly object[] {
  const codec = getCodec(format);
  const { history, repairs } = readMessages(given, codec);
  return repairs.length === 0 ? given : (codec.encode(history) as object[]);
}
