import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const FOLDER = new URL('../../results/', import.meta.url);

/** Reads the committed results of a report; `undefined` if it never ran. */
export function readResult(name: string): unknown {
  const file = new URL(`${name}.json`, FOLDER);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

export function writeResult(name: string, measured: unknown): void {
  writeFileSync(new URL(`${name}.json`, FOLDER), `${written(measured, '')}\n`);
}

/** Formats results as JSON with each list member on one line, so that a changed row is one changed line. */
function written(value: unknown, margin: string): string {
  const inner = `${margin}  `;
  if (Array.isArray(value) && value.some(isObject)) {
    const lines = value.map((each) => inner + JSON.stringify(each));
    return `[\n${lines.join(',\n')}\n${margin}]`;
  }
  if (!isObject(value) || Array.isArray(value)) return JSON.stringify(value);
  const lines = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${inner}${JSON.stringify(name)}: ${written(member, inner)}`);
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${margin}}`;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
