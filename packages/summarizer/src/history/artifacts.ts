import type { ToolTaxonomy } from '@palimpsest/core-types';
import type { ExchangeIndex } from '@palimpsest/engine/history';
import { truncateText } from '@palimpsest/engine/text';
import { toolOutcome } from '@palimpsest/engine/tools';

/** `done`: nothing says how the call ended. */
type Outcome = 'succeeded' | 'failed' | 'done';

const OUTCOMES = { success: 'succeeded', error: 'failed', done: 'done' } as const;

/** A file, with the outcomes of the calls that used it. */
export interface FileRow {
  readonly path: string;
  /** Outcome of the last read; absent if there was none. */
  readonly read?: Outcome;
  /** Outcome of the last write; absent if there was none. */
  readonly written?: Outcome;
}

/** A command with its newest outcome. */
export interface CommandRow {
  readonly command: string;
  readonly outcome: Outcome;
}

/** Files and commands of a history, each once, in the order of first use. */
export interface ArtifactLog {
  readonly files: readonly FileRow[];
  readonly commands: readonly CommandRow[];
}

/** Maximum length of a command, in UTF-16 units; longer ones are truncated. */
const COMMAND_LENGTH = 200;

/**
 * Collects the files and commands of tool calls, with their outcomes. Computed, so that no summary can lose or invent a file. Continues the
 * `earlier` logs, oldest first.
 */
export function collectArtifacts(
  { exchanges }: ExchangeIndex,
  taxonomy: ToolTaxonomy,
  earlier: readonly ArtifactLog[],
): ArtifactLog {
  const files = new Map<string, FileRow>();
  const commands = new Map<string, CommandRow>();
  const addFile = (row: FileRow): void => {
    files.set(row.path, { ...files.get(row.path), ...row });
  };
  for (const log of earlier) {
    for (const row of log.files) addFile(row);
    for (const row of log.commands) commands.set(row.command, row);
  }
  for (const { call, response } of exchanges.flatMap(({ calls }) => calls)) {
    const use = taxonomy.describe(call.name, call.parameters);
    // Every call has a result here: that of an interrupted one is a failure.
    const status = response === undefined ? 'error' : toolOutcome(taxonomy, use, response.response);
    const outcome: Outcome = OUTCOMES[status];
    if (use.kind === 'run') {
      const command = commandLine(use.key ?? call.name);
      commands.set(command, { command, outcome });
    } else if (use.kind === 'read' || use.kind === 'write') {
      const done = use.kind === 'read' ? { read: outcome } : { written: outcome };
      for (const path of use.paths) addFile({ path, ...done });
    }
  }
  return { files: [...files.values()], commands: [...commands.values()] };
}

export function formatArtifacts({ files, commands }: ArtifactLog): string[] {
  return [
    ...files.map(({ path, read, written }) => {
      const done = [read && inWords('read', read), written && inWords('written', written)];
      return `${oneLine(path)}: ${done.filter((one) => one !== undefined).join(', ')}`;
    }),
    ...commands.map(({ command, outcome }) => `\`${oneLine(command)}\`: ${outcome}`),
  ];
}

function inWords(done: string, outcome: Outcome): string {
  return outcome === 'failed' ? `${done} (failed)` : done;
}

function commandLine(key: string): string {
  const line = key.replace(/\s+/g, ' ').trim();
  return line.length <= COMMAND_LENGTH ? line : `${truncateText(line, COMMAND_LENGTH - 1)}…`;
}

/** Replaces line ends by spaces, so that a path or command cannot start a row or a section. */
export function oneLine(text: string): string {
  return text.replace(/[\r\n\v\f\u{85}\u{2028}\u{2029}]+/gu, ' ');
}
