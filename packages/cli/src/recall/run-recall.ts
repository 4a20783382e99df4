import { recall } from 'palimpsest';
import type { Arguments } from '../arguments/option.ts';
import { readLineRange } from '../arguments/values.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { MainIo } from '../main-io.ts';
import { openFolder } from '../originals/open-folder.ts';
import { writeTo } from '../output/stream-output.ts';
import { Refusal } from '../refusal.ts';
import { counted } from '../terminal/figures.ts';
import { lookOf } from '../terminal/look.ts';
import { printable, printableText } from '../terminal/printable.ts';
import { notRecalled } from './not-recalled.ts';

/** Carries out `palimpsest recall`. */
export async function runRecall(given: Arguments, io: MainIo): Promise<ExitCode> {
  const [id] = given.positionals;
  if (id === undefined) {
    throw new Refusal('There is nothing to recall: give an id, such as 1f0c9a3e.');
  }
  const lines = readLineRange(given, 'lines');
  const originals = await openFolder(given, io, { mustExist: true });
  if (originals === undefined) {
    throw new Refusal('recall needs --originals DIR: the folder that "compress" was given.');
  }
  const found = await recall(originals, id, lines === undefined ? {} : { lines });
  const { colors } = lookOf(io.stderr, io.env);
  if (found.kind !== 'found') {
    const { session } = originals;
    const sentence = notRecalled(found, { id: printable(id, 80), session: printable(session, 80) });
    io.stderr.write(`${colors.red('palimpsest:')} ${sentence}\n`);
    return EXIT.missed;
  }
  if (lines !== undefined && lines[0] > found.lines) {
    const there = counted(found.lines, 'line');
    const sentence = `${printable(id, 80)} has ${there}; --lines ${lines[0]} is behind the last one.`;
    io.stderr.write(`${colors.red('palimpsest:')} ${sentence}\n`);
    return EXIT.missed;
  }
  const text = io.stdout.isTTY === true ? printableText(found.text) : found.text;
  await writeTo(io.stdout, text.endsWith('\n') ? text : `${text}\n`);
  const notes = [
    ...(lines === undefined ? [] : [`lines ${found.from} to ${found.to} of ${found.lines}`]),
    ...(found.isRedacted ? ['redacted before it was kept'] : []),
  ];
  if (notes.length > 0) io.stderr.write(`${colors.dim(notes.join(', '))}\n`);
  return EXIT.done;
}
