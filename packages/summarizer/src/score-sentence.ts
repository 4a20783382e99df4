import { readSentence } from './reading/read-sentence.ts';
import { Reading } from './reading/reading.ts';
import { textUnits } from './reading/text-units.ts';

/**
 * What a sentence is worth: identifiers, emphasis, numbers with units, abbreviations, statuses, file references and a good length speak
 * for it, an opening that says nothing speaks against it (`WEIGHTS`). The text is taken for one sentence; space around it does not count.
 */
export function scoreSentence(text: string): number {
  const sentence = text.trim();
  const reading = new Reading(sentence, textUnits(sentence));
  readSentence(reading, 0, sentence.length);
  return reading.score;
}
