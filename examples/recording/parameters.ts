import { resolve, sep } from 'node:path';
import type { ToolParameters } from './tool.ts';

/** A parameter that must be text. */
export function textOf(parameters: ToolParameters, key: string): string {
  const value = parameters[key];
  if (typeof value !== 'string') throw new Error(`"${key}" must be text, not ${typeof value}.`);
  return value;
}

/** A parameter that must be a whole number of at least 1; `otherwise` where it is not given. */
export function countOf(parameters: ToolParameters, key: string, otherwise: number): number {
  const value = parameters[key] ?? otherwise;
  if (typeof value !== 'number' || !(value >= 1)) throw new Error(`"${key}" must be at least 1.`);
  return value;
}

/** The file a parameter names. Nothing outside `root` is reachable. */
export function fileOf(root: string, parameters: ToolParameters, key = 'path'): string {
  const path = textOf(parameters, key);
  const file = resolve(root, path);
  if (file !== root && !file.startsWith(root + sep)) {
    throw new Error(`"${path}" lies outside the workspace.`);
  }
  return file;
}
