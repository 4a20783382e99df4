import type { ToolTaxonomy } from '@palimpsest/core-types';
import type { ToolCallRef, ExchangeIndex } from '@palimpsest/history';
import { hasFailed } from '@palimpsest/tool-taxonomy';
import { truncateText } from '@palimpsest/text';
import { oneLine } from './one-line.ts';

/** Outcome of a tool call. `unanswered`: it has no result. */
export type Outcome = 'succeeded' | 'failed' | 'unanswered';

/** A file, with the outcomes of the calls that used it. */
export interface FileRow {
  readonly path: string;
  /** Outcome of the last read and of the last write; absent if there was none. */
  readonly read?: Outcome;
  readonly written?: Outcome;
}

/** A command with its newest outcomes, oldest first. Equal consecutive outcomes count once. */
export interface CommandRow {
  readonly command: string;
  readonly outcomes: readonly Outcome[];
}

/** Files and commands of a history, each once, in the order of first use. */
export interface ArtifactLog {
  readonly files: readonly FileRow[];
  readonly commands: readonly CommandRow[];
}

/** Maximum length of a command, in UTF-16 units; longer ones are truncated. */
const COMMAND_LENGTH = 200;

/** Maximum number of outcomes per command: of a test that alternates, the newest matter. */
const OUTCOMES = 3;

/**
 * Collects the files and commands of tool calls, with their outcomes. Computed, so that no summary can lose or invent a file. Continues the
 * `earlier` log.
 */
export function collectArtifacts(
  { exchanges }: ExchangeIndex,
  taxonomy: ToolTaxonomy,
  earlier: ArtifactLog = { files: [], commands: [] },
): ArtifactLog {
  const files = new Map(earlier.files.map((row) => [row.path, row]));
  const commands = new Map(earlier.commands.map((row) => [row.command, row]));
  for (const { calls } of exchanges) {
    for (const site of calls) {
      const use = taxonomy.describe(site.call.name, site.call.parameters);
      const outcome = outcomeOf(site, taxonomy);
      if (use.kind === 'run') {
        const command = commandLine(use.key ?? site.call.name);
        commands.set(command, ranOnce(commands.get(command), command, outcome));
      } else if (use.kind === 'read' || use.kind === 'write') {
        const done = use.kind === 'read' ? { read: outcome } : { written: outcome };
        for (const path of use.paths) files.set(path, { path, ...files.get(path), ...done });
      }
    }
  }
  return { files: [...files.values()], commands: [...commands.values()] };
}

/** Formats a log, one line per file or command. */
export function formatArtifacts({ files, commands }: ArtifactLog): string[] {
  return [
    ...files.map(({ path, read, written }) => {
      const done = [
        ...(read === undefined ? [] : [inWords('read', read)]),
        ...(written === undefined ? [] : [inWords('written', written)]),
      ];
      return `${oneLine(path)}: ${done.join(', ')}`;
    }),
    ...commands.map(
      ({ command, outcomes }) => `\`${oneLine(command)}\`: ${outcomes.join(', then ')}`,
    ),
  ];
}

function inWords(done: string, outcome: Outcome): string {
  if (outcome === 'succeeded') return done;
  return outcome === 'failed' ? `${done} (failed)` : `${done} (no answer)`;
}

function outcomeOf({ call, response }: ToolCallRef, taxonomy: ToolTaxonomy): Outcome {
  if (response === undefined) return 'unanswered';
  const use = taxonomy.describe(call.name, call.parameters);
  return hasFailed(taxonomy, use, response.response) ? 'failed' : 'succeeded';
}

function ranOnce(row: CommandRow | undefined, command: string, outcome: Outcome): CommandRow {
  const outcomes = row?.outcomes ?? [];
  if (outcomes.at(-1) === outcome) return { command, outcomes };
  return { command, outcomes: [...outcomes, outcome].slice(-OUTCOMES) };
}

/** Returns the command on one line, truncated at the maximum length. */
function commandLine(key: string): string {
  const line = key.replace(/\s+/g, ' ').trim();
  return line.length <= COMMAND_LENGTH ? line : `${truncateText(line, COMMAND_LENGTH - 1)}…`;
}
