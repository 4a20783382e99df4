import { REQUIREMENT_LABELS } from '@palimpsest/directives';
import { formatArtifacts } from './collect-artifacts.ts';
import { oneLine } from './one-line.ts';
import type { SnapshotFacts } from './snapshot-facts.ts';

/**
 * Removes row prefixes from a directive that was parsed from a snapshot without proof of origin. A user may have typed such a prefix: the
 * directive means the same without it.
 */
export function withoutRowMark(text: string): string {
  return text.replace(ROW_MARKS, '');
}

const ROW_MARKS = new RegExp(`^(?:- \\((?:${Object.values(REQUIREMENT_LABELS).join('|')})\\) )+`);

/** Formats the facts as sections that follow the model's text. */
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

/** Prefixes each line of quoted text with `>`, so that none looks like a generated section. */
function quoted(text: string): string {
  return text
    .split(LINE_END)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

const LINE_END = /\r\n|[\r\n\v\f\u{85}\u{2028}\u{2029}]/u;
