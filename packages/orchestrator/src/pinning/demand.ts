import type { IContent } from '@palimpsest/core-types';
import { directivesIn, findDirectives, type DirectiveForce } from '@palimpsest/directives';
import { DEMANDS_HEADING } from '@palimpsest/history';
import { readRow, writeRow } from './note-rows.ts';

/** Something a person demanded, as a note says it. */
export interface Demand {
  readonly force: DirectiveForce;
  /** Verbatim, without the mark of the list it stood in. */
  readonly text: string;
  /** One line that binds as strongly where nothing stands above it: the text alone where that suffices, with its force in front where not. */
  readonly row: string;
}

/** Reading takes a second for a few megabytes, and the same entries come again with every compression. */
const read = new WeakMap<IContent, readonly Demand[]>();

/**
 * A model's summary that a host put into a person's mouth may say what tools said: it is nobody's demand. One that `extractive` made holds
 * sentences of the person's own, and says so.
 */
function isForeignSummary({ metadata }: IContent): boolean {
  return metadata?.isSummary === true && metadata['extractive'] === undefined;
}

/** What a person demands in an entry, of every force, in order. */
export function demandsOf(entry: IContent): readonly Demand[] {
  let demands = read.get(entry);
  if (demands === undefined) {
    const said = isForeignSummary(entry) ? [] : directivesIn(entry);
    demands = said.flatMap(({ text, force }) => demandFrom(text, force) ?? []);
    read.set(entry, demands);
  }
  return demands;
}

function demandFrom(said: string, force: DirectiveForce): Demand | undefined {
  const line = said.toWellFormed();
  if (line === DEMANDS_HEADING) return undefined;
  const { force: marked, text } = readRow(line);
  if (text === '') return undefined;
  // A row of a note that came back without its metadata names its force already.
  if (marked !== undefined) return { force: marked, text, row: writeRow(text, marked) };
  const bindsAlone = findDirectives(text)[0]?.force === force;
  return { force, text, row: bindsAlone ? text : writeRow(text, force) };
}
