// Plays the script of recording/tasks over a copy of this repository and writes the session down:
//   pn exec node --conditions=@palimpsest/source examples/record.ts [FILE] [COMMIT]
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { copyRepository } from './recording/copy-repository.ts';
import { play } from './recording/play.ts';
import { SYSTEM_PROMPT } from './recording/system-prompt.ts';
import { continuePreset } from './recording/tasks/continue-preset.ts';
import { exchangeLookup } from './recording/tasks/exchange-lookup.ts';
import { fileAddresses } from './recording/tasks/file-addresses.ts';
import { handOver } from './recording/tasks/hand-over.ts';
import { windowsLineBreaks } from './recording/tasks/windows-line-breaks.ts';

/** The commit the script was written for; its edits fit the files as they were then. */
const RECORDED_FROM = '5ad8b9c4f3819c95e59a59b526ef9b421ceac07a';

const here = import.meta.dirname;
const source = resolve(here, '..');
const [file = join(here, 'session.json'), commit = RECORDED_FROM] = process.argv.slice(2);
const script = [
  ...continuePreset,
  ...fileAddresses,
  ...exchangeLookup,
  ...windowsLineBreaks,
  ...handOver,
];

const copy = copyRepository(source, commit);
try {
  const folders = new Map([copy.root, source].map((folder) => [folder, '/workspace']));
  const messages = play(SYSTEM_PROMPT, script, copy.root, folders);
  const lines = messages.map((message) => JSON.stringify(message));
  writeFileSync(file, `[\n${lines.join(',\n')}\n]\n`);
  console.log(`${messages.length} messages written to ${file}`);
} finally {
  copy.remove();
}
