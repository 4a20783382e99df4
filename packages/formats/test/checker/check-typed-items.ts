import type { Item } from '../../src/items/dialect.ts';
import { isRecord, listOf, membersOf } from '../../src/framework/values.ts';

const isText = (value: unknown): boolean => typeof value === 'string';
const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isAction = (value: unknown): boolean => isText(membersOf(value)['type']);

/** A member that an item requires: its path, and what it must be. */
type Required = readonly [path: string, isValid: (value: unknown) => boolean];

/** Required members of calls of the tools with types of their own, as in the types of OpenAI's SDKs. */
const REQUIRED: Readonly<Record<string, readonly Required[]>> = {
  shell_call: [['action.commands', areTexts]],
  local_shell_call: [
    ['action.type', (type) => type === 'exec'],
    ['action.command', areTexts],
    ['action.env', isRecord],
  ],
  apply_patch_call: [
    ['operation.type', (type) => OPERATIONS.has(type)],
    ['operation.path', isText],
  ],
  shell_call_output: [['output', (output) => Array.isArray(output) && output.every(isPrinted)]],
  local_shell_call_output: [['output', isText]],
  apply_patch_call_output: [['status', (status) => status === 'completed' || status === 'failed']],
  computer_call_output: [['output.type', (type) => type === 'computer_screenshot']],
};

const OPERATIONS = new Set<unknown>(['create_file', 'update_file', 'delete_file']);

/** Returns the required members that an item lacks, or that are of another type. */
export function findMissingMembers(item: Item): string[] {
  const type = String(item.type);
  const missing = (Object.hasOwn(REQUIRED, type) ? REQUIRED[type]! : [])
    .filter(([path, isValid]) => !isValid(valueAt(item, path)))
    .map(([path]) => path);
  const operation = membersOf(item['operation']);
  const needsDiff = type === 'apply_patch_call' && operation['type'] !== 'delete_file';
  if (needsDiff && !isText(operation['diff'])) missing.push('operation.diff');
  const actions = listOf(item['actions']);
  const acts = actions.length > 0 ? actions.every(isAction) : isAction(item['action']);
  if (type === 'computer_call' && !acts) missing.push('action');
  return missing;
}

function valueAt(item: Item, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => membersOf(value)[name], item);
}

function isPrinted(value: unknown): boolean {
  const { stdout, stderr, outcome } = membersOf(value);
  return isText(stdout) && isText(stderr) && isText(membersOf(outcome)['type']);
}
