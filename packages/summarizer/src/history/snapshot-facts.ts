import type { YieldToEventLoop, IContent, Services } from '@palimpsest/core-types';
import { isOneOff, REQUIREMENT_LABELS } from '@palimpsest/engine/directives/words';
import {
  SNAPSHOT_FACTS,
  carriedDirectives,
  indexExchanges,
  isGeneratedContinuation,
  isGeneratedSnapshot,
  isHumanText,
  personTexts,
  type CarriedDirective,
} from '@palimpsest/engine/history';
import { truncateText } from '@palimpsest/engine/text';
import {
  collectArtifacts,
  formatArtifacts,
  oneLine,
  type ArtifactLog,
  type CommandRow,
  type FileRow,
} from './artifacts.ts';

/** Facts that a snapshot contains independently of the model's text: computed, and carried over to the next snapshot. */
export interface SnapshotFacts {
  /** Number of entries the snapshot represents, including those of earlier snapshots. Generated snapshots and continuations do not count. */
  readonly entries: number;
  /** Start of the first user message in these entries. */
  readonly task?: string;
  /** In conversation order, each once. */
  readonly directives: readonly CarriedDirective[];
  readonly trail: ArtifactLog;
}

const TASK_LENGTH = 1_000;

/**
 * Computes the facts of entries, including the facts of generated snapshots among them.
 *
 * @param isTaskElsewhere whether the first user message stays in the history, outside the snapshot
 */
export async function snapshotFacts(
  entries: readonly IContent[],
  {
    directives: findDirectives,
    toolTaxonomy,
  }: Required<Pick<Services, 'directives' | 'toolTaxonomy'>>,
  {
    isTaskElsewhere = false,
    yieldToEventLoop,
  }: {
    readonly isTaskElsewhere?: boolean;
    readonly yieldToEventLoop?: YieldToEventLoop | undefined;
  } = {},
): Promise<SnapshotFacts> {
  let count = 0;
  let task: string | undefined;
  const earlier: ArtifactLog[] = [];
  const directives = new Map<string, CarriedDirective>();
  const pin = ({ text, force }: CarriedDirective): void => {
    if (!directives.has(text)) directives.set(text, { force, text });
  };
  for (const entry of entries) {
    await yieldToEventLoop?.();
    if (isGeneratedSnapshot(entry)) {
      const facts = parseFacts(entry);
      count += facts.entries;
      task ??= facts.task;
      for (const directive of facts.directives) pin(directive);
      earlier.push(facts.trail);
      continue;
    }
    if (isGeneratedContinuation(entry)) continue;
    count += 1;
    const texts = entry.metadata?.synthetic === true ? [] : personTexts(entry);
    for (const { text, level } of texts.flatMap((each) => findDirectives(each)))
      if (!isOneOff(text)) pin({ text: withoutRowMark(text), force: level });
    if (!isTaskElsewhere && isHumanText(entry)) task ??= beginning(entry);
  }
  await yieldToEventLoop?.();
  return {
    entries: count,
    ...(task === undefined ? {} : { task }),
    directives: [...directives.values()],
    trail: collectArtifacts(indexExchanges(entries), toolTaxonomy, earlier),
  };
}

function beginning({ blocks }: IContent): string | undefined {
  for (const block of blocks) {
    if (block.type !== 'text') continue;
    const text = block.text.trim();
    if (text !== '')
      return text.length <= TASK_LENGTH ? text : `${truncateText(text, TASK_LENGTH - 1)}…`;
  }
  return undefined;
}

/** Parses the facts in a snapshot's metadata. Hosts and files may have changed them: values and rows without the right names are ignored. */
function parseFacts(snapshot: IContent): SnapshotFacts {
  const facts = snapshot.metadata?.[SNAPSHOT_FACTS] as Loose<SnapshotFacts> | null | undefined;
  const { entries, task, trail } = facts ?? {};
  const { files, commands } = (trail ?? {}) as Loose<ArtifactLog>;
  return {
    entries: Number.isSafeInteger(entries) ? Number(entries) : 0,
    ...(typeof task === 'string' ? { task } : {}),
    directives: carriedDirectives(snapshot),
    trail: {
      files: rowsWith<FileRow>('path', files),
      commands: rowsWith<CommandRow>('command', commands),
    },
  };
}

type Loose<Facts> = { readonly [Name in keyof Facts]?: unknown };

function rowsWith<Row>(name: keyof Row, rows: unknown): Row[] {
  const all: readonly unknown[] = Array.isArray(rows) ? rows : [];
  return all.filter((row): row is Row => typeof (row as Row | null)?.[name] === 'string');
}

/**
 * Removes row prefixes from a directive that was parsed from a snapshot without proof of origin. A user may have typed such a prefix: the
 * directive means the same without it.
 */
function withoutRowMark(text: string): string {
  return text.replace(ROW_MARKS, '');
}

const ROW_MARKS = new RegExp(`^(?:- \\((?:${Object.values(REQUIREMENT_LABELS).join('|')})\\) )+`);

/** Formats the facts as sections that follow the model's text. */
export function writeFacts(
  { task, directives, trail }: SnapshotFacts,
  transcriptPath = '',
): string[] {
  const demands = directives.map(
    ({ force, text }) => `- (${REQUIREMENT_LABELS[force]}) ${oneLine(text)}`,
  );
  const rows = formatArtifacts(trail).map((row) => `- ${row}`);
  const sections: string[] = [];
  if (task !== undefined) sections.push(`First request, word for word:\n${quoted(task)}`);
  if (demands.length > 0) {
    sections.push(`What the user said that still binds, word for word:\n${demands.join('\n')}`);
  }
  if (rows.length > 0) sections.push(`Files and commands, as recorded:\n${rows.join('\n')}`);
  if (transcriptPath !== '') {
    sections.push(`The whole conversation can be read at ${transcriptPath}`);
  }
  return sections;
}

/** Prefixes each line of quoted text with `>`, so that none looks like a generated section. */
function quoted(text: string): string {
  return text
    .split(LINE_END)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

const LINE_END = /\r\n|[\r\n\v\f\u{85}\u{2028}\u{2029}]/u;
