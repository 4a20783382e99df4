import type { Codec } from './codec.ts';
import type { GenkitMessage } from './genkit/read.ts';
import { genkitTurns } from './genkit/write.ts';
import { turnCodec } from './turns.ts';

export type { GenkitMessage } from './genkit/read.ts';

/** Messages of Genkit. A message with tool responses becomes one entry per response and one per run of other parts. */
export const genkit: Codec<GenkitMessage> = turnCodec(genkitTurns);
