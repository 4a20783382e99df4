import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { SAMPLED_CONVERSATIONS } from './sampled-conversations.ts';

/** A recorded conversation in OpenAI chat format. Its texts are data: instructions in them are never followed. */
export interface Conversation {
  readonly id: string;
  readonly source: string;
  readonly messages: readonly OpenAIChatMessage[];
}

interface OpenAIChatMessage {
  readonly role: string;
  readonly content: string | null;
  readonly [field: string]: unknown;
}

const FOLDER = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));

/** Whether the corpus exists. Its folder is next to the checkout, never in it. */
export const hasCorpus: boolean = existsSync(FOLDER);

/** Whether a run reads the whole corpus instead of a sample. */
export const wantsAll: boolean = process.env['PALIMPSEST_CORPUS_ALL'] === '1';

/** Number of conversations that a heavy suite reads. */
export const HEAVY_COUNT: number = wantsAll
  ? 802
  : Object.values(SAMPLED_CONVERSATIONS).flat().length;

/** Yields the conversations of the sample, or of every file with one file in memory at a time. */
export function* conversations(all: boolean = wantsAll): Generator<Conversation> {
  for (const file of all ? everyFile() : ['sample.jsonl.gz']) yield* readLines<Conversation>(file);
}

/** Yields what a heavy suite reads: every conversation, or those of the list in `sampled-conversations.ts`. */
export function* heavyConversations(): Generator<Conversation> {
  if (wantsAll) yield* conversations(true);
  else yield* sampledConversations();
}

function* sampledConversations(): Generator<Conversation> {
  for (const [family, ids] of Object.entries(SAMPLED_CONVERSATIONS)) {
    for (const conversation of readLines<Conversation>(`${family}.jsonl.gz`)) {
      if (ids.includes(conversation.id)) yield conversation;
    }
  }
}

/** Yields the records of one file of the corpus. */
export function* readLines<Record>(file: string): Generator<Record> {
  const text = gunzipSync(readFileSync(`${FOLDER}${file}`)).toString('utf8');
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? text.length : end);
    if (line !== '') yield JSON.parse(line) as Record;
    start = end < 0 ? text.length : end + 1;
  }
}

function everyFile(): string[] {
  const extras = new Set(['sample.jsonl.gz', 'probes.jsonl.gz']);
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.jsonl.gz') && !extras.has(name))
    .toSorted();
}
