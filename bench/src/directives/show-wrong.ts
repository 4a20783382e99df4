import { parseArgs } from 'node:util';
import { scoreCorpus } from './directives-report.ts';

const SHOWN = 30;

parseArgs({ options: {} });

// Only the open half is printed: the held half must stay unseen while the detector is tuned.
const scored = scoreCorpus('open');
if (scored !== undefined) {
  for (const [title, texts] of [
    ['Missed', scored.missed] as const,
    ['Wrong', scored.wrong] as const,
  ]) {
    console.log(`\n${title}, the shortest ${SHOWN} of ${texts.length}:`);
    for (const text of texts.toSorted((one, other) => one.length - other.length).slice(0, SHOWN))
      console.log(`- ${text}`);
  }
}
