import { fieldsOf, type Fields } from '@palimpsest/adapter';
import { RECALL_TOOL } from '@palimpsest/originals/recall';

const RECALL: 'recall' = RECALL_TOOL.name;

/** Returns whether an object names the recall tool. */
export function isRecall(value: unknown): boolean {
  return fieldsOf(value)['name'] === RECALL;
}

/** Returns the elements of a list; none for another value. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 1 ? value : undefined;
}

/** Returns the body with one more tool. */
export function addTool(value: Fields, tool: object): Fields {
  return { ...value, tools: [...listOf(value['tools']), tool] };
}
