import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { OpenAIMessage } from '@palimpsest/formats/openai';

export interface Conversation {
  readonly id: string;
  readonly messages: readonly OpenAIMessage[];
}

const FOLDER = new URL('../../../../shared/corpus/', import.meta.url);

export const hasCorpus: boolean = existsSync(FOLDER);

/** Returns the sample, or all conversations if PALIMPSEST_CORPUS_ALL is 1. Empty if the folder is missing. */
export function conversations(): readonly Conversation[] {
  if (!hasCorpus) return [];
  const files =
    process.env['PALIMPSEST_CORPUS_ALL'] === '1'
      ? readdirSync(FOLDER).filter((name) => /^(?!sample|probes).*\.jsonl\.gz$/.test(name))
      : ['sample.jsonl.gz'];
  return files.flatMap((file) =>
    gunzipSync(readFileSync(new URL(file, FOLDER)))
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Conversation),
  );
}
