import { editFile, readFile, writeFile } from './file-tools.ts';
import { runCommand } from './run-command.ts';
import { globFiles, grepFiles, listDirectory } from './search-tools.ts';
import type { Tool, ToolOutcome, ToolParameters } from './tool.ts';

/** The tools of the recorded agent. Each really does its work; what it returns is what is recorded. */
const TOOLS = {
  read_file: readFile,
  edit_file: editFile,
  write_file: writeFile,
  grep: grepFiles,
  glob: globFiles,
  list_directory: listDirectory,
  run_shell_command: runCommand,
} as const satisfies Record<string, Tool>;

export type ToolName = keyof typeof TOOLS;

/** Runs one call. A tool that throws has failed; the message of its error is its result. */
export function runTool(root: string, name: ToolName, parameters: ToolParameters): ToolOutcome {
  try {
    return TOOLS[name](root, parameters);
  } catch (error) {
    return { failed: true, text: `Error: ${error instanceof Error ? error.message : 'unknown'}` };
  }
}
