import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const FOLDER = new URL('../../../../shared/corpus/', import.meta.url);

/** Yields the records of one file of the corpus, whose folder is next to the checkout. */
export function* readLines<Record>(file: string): Generator<Record> {
  const text = gunzipSync(readFileSync(new URL(file, FOLDER))).toString('utf8');
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? text.length : end);
    if (line !== '') yield JSON.parse(line) as Record;
    start = end < 0 ? text.length : end + 1;
  }
}
