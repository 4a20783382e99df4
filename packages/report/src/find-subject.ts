import type { IContent } from '@palimpsest/core-types';
import { personTexts } from '@palimpsest/engine/history';
import { firstWords } from './block-texts.ts';

/** Returns the first words that a user wrote, without what the program of an agent adds. */
export function findSubject(history: readonly IContent[]): string | undefined {
  return firstWords(history.flatMap((entry) => personTexts(entry).map((text) => ({ text }))));
}
