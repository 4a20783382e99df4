import { readSentence } from '../../src/text/reading/read-prose.ts';
import { Reading } from '../../src/text/reading/reading.ts';
import { textUnits } from '../../src/text/reading/text-units.ts';

/** Returns the score of a text as one sentence. White space around it does not count. */
export function scoreSentence(text: string): number {
  const sentence = text.trim();
  const reading = new Reading(sentence, textUnits(sentence));
  readSentence(reading, 0, sentence.length);
  return reading.score;
}
