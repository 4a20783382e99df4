import type { IContent, ToolTaxonomy } from '@palimpsest/core-types';
import type { RequirementLevel } from '@palimpsest/directives';
import { directivesIn } from '@palimpsest/directives';
import {
  indexExchanges,
  isHumanText,
  isGeneratedContinuation,
  isGeneratedSnapshot,
} from '@palimpsest/history';
import { truncateText } from '@palimpsest/text';
import { collectArtifacts, type ArtifactLog } from './collect-artifacts.ts';
import { parseFacts } from './parse-facts.ts';
import { withoutRowMark } from './write-facts.ts';

/** A user directive with its requirement level. */
export interface PinnedDirective {
  readonly force: RequirementLevel;
  /** The user's exact words. */
  readonly text: string;
}

/** Facts that a snapshot contains independently of the model's text: computed, and carried over to the next snapshot. */
export interface SnapshotFacts {
  /** Number of entries the snapshot represents, including those of earlier snapshots. Generated snapshots and continuations do not count. */
  readonly entries: number;
  /** Start of the first user message in these entries. */
  readonly task?: string;
  /** In conversation order, each once. */
  readonly directives: readonly PinnedDirective[];
  readonly trail: ArtifactLog;
}

/** Maximum length of a quoted task, in UTF-16 units. */
const TASK_LENGTH = 1_000;

/**
 * Computes the facts of entries, including the facts of generated snapshots among them.
 *
 * @param isTaskElsewhere whether the first user message stays in the history, outside the snapshot
 */
export function snapshotFacts(
  entries: readonly IContent[],
  taxonomy: ToolTaxonomy,
  isTaskElsewhere = false,
): SnapshotFacts {
  let count = 0;
  let task: string | undefined;
  let earlier: ArtifactLog | undefined;
  const directives = new Map<string, PinnedDirective>();
  const pin = ({ text, force }: PinnedDirective): void => {
    if (!directives.has(text)) directives.set(text, { force, text });
  };
  for (const entry of entries) {
    if (isGeneratedSnapshot(entry)) {
      const facts = parseFacts(entry);
      count += facts.entries;
      task ??= facts.task;
      for (const directive of facts.directives) pin(directive);
      earlier = earlier === undefined ? facts.trail : joined(earlier, facts.trail);
      continue;
    }
    if (isGeneratedContinuation(entry)) continue;
    count += 1;
    if (!isHumanText(entry)) continue;
    for (const { text, level } of directivesIn(entry))
      pin({ text: withoutRowMark(text), force: level });
    if (!isTaskElsewhere) task ??= beginning(entry);
  }
  return {
    entries: count,
    ...(task === undefined ? {} : { task }),
    directives: [...directives.values()],
    trail: collectArtifacts(indexExchanges(entries), taxonomy, earlier),
  };
}

function joined(first: ArtifactLog, second: ArtifactLog): ArtifactLog {
  const files = new Map(first.files.map((row) => [row.path, row]));
  for (const row of second.files) files.set(row.path, { ...files.get(row.path), ...row });
  const commands = new Map(first.commands.map((row) => [row.command, row]));
  for (const row of second.commands) commands.set(row.command, row);
  return { files: [...files.values()], commands: [...commands.values()] };
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
