import { REQUIREMENT_LABELS } from '@palimpsest/directives';
import { formatArtifacts } from './collect-artifacts.ts';
import { oneLine } from './one-line.ts';
import type { SnapshotFacts } from './snapshot-facts.ts';

/**
 * A directive as it was said, where it was read from a row of a snapshot that nothing proves to be ours: what people typed may look so as
 * well, and says the same without.
 */
export function withoutRowMark(text: string): string {
  return text.replace(ROW_MARKS, '');
}

const ROW_MARKS = new RegExp(`^(?:- \\((?:${Object.values(REQUIREMENT_LABELS).join('|')})\\) )+`);

/** Facts as the sections that follow what a model wrote. */
export function writeFacts(
  { task, directives, trail }: SnapshotFacts,
  transcriptPath?: string,
): string[] {
  const rows = formatArtifacts(trail);
  return [
    ...(task === undefined ? [] : [`First request, word for word:\n${quoted(task)}`]),
    ...(directives.length === 0
      ? []
      : [
          `What the user said that still binds, word for word:\n${directives
            .map(({ force, text }) => `- (${REQUIREMENT_LABELS[force]}) ${oneLine(text)}`)
            .join('\n')}`,
        ]),
    ...(rows.length === 0
      ? []
      : [`Files and commands, as recorded:\n${rows.map((row) => `- ${row}`).join('\n')}`]),
    ...(transcriptPath === undefined || transcriptPath === ''
      ? []
      : [`The whole conversation can be read at ${transcriptPath}`]),
  ];
}

/** Lines of somebody else's text, each marked as such: none of them passes for a section of ours. */
function quoted(text: string): string {
  return text
    .split(LINE_END)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

const LINE_END = /\r\n|[\r\n\v\f\u{85}\u{2028}\u{2029}]/u;
