import { describeValue } from '@palimpsest/core-types';
import { decimal } from './markdown-table.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Replaces references by figures. `{{retention.rows | method=salience | budget=25 | survived.all | 1 %}}` is `survived.all` of the only row of
 * `figures.rows` in `retention.json` that matches, with one decimal place and a per cent sign. Decimal places are optional; `percent` converts
 * a share to per cent.
 *
 * @throws {Error} when no figure, or more than one, matches
 */
export function fillReferences(text: string, results: Fields): string {
  return text.replaceAll(/\{\{([^}]*)\}\}/g, (whole, inside: string) => {
    const [place = '', ...steps] = inside.split('|').map((step) => step.trim());
    const fail = (reason: string): never => {
      throw new Error(`${whole}: ${reason}`);
    };
    const [file = '', ...path] = place.split('.');
    const result = results[file] ?? fail(`there is no bench/results/${file}.json.`);
    const isTimed = path[0] === 'times';
    let value = member(result, isTimed ? path : ['figures', ...path], fail);
    let format = '';
    for (const step of steps) {
      const split = step.indexOf('=');
      if (split > 0) value = chosen(value, step.slice(0, split), step.slice(split + 1), fail);
      else if (isFormat(step)) format = step;
      else value = member(single(value, fail), step.split('.'), fail);
    }
    const figure = single(value, fail);
    return typeof figure === 'number' || typeof figure === 'string'
      ? formatted(figure, format)
      : fail(`expected a number or a text, got ${describeValue(figure)}.`);
  });
}

type Fail = (reason: string) => never;

function member(value: unknown, path: readonly string[], fail: Fail): unknown {
  let found = value;
  for (const key of path) {
    const fields = (typeof found === 'object' && found !== null ? found : {}) as Fields;
    if (!(key in fields)) fail(`expected one of ${Object.keys(fields).join(', ')}, got ${key}.`);
    found = fields[key];
  }
  return found;
}

/** Returns the rows with a value in a field. `none` matches an absent value. */
function chosen(value: unknown, key: string, wanted: string, fail: Fail): readonly Fields[] {
  if (!Array.isArray(value))
    return fail(`${key}: expected a list of rows, got ${describeValue(value)}.`);
  const rows = value as readonly Fields[];
  const nameOf = (row: Fields): string => {
    const name = row[key] ?? 'none';
    return typeof name === 'string' ? name : JSON.stringify(name);
  };
  const found = rows.filter((row) => nameOf(row) === wanted);
  if (found.length === 0) {
    fail(`${key}: expected one of ${[...new Set(rows.map(nameOf))].join(', ')}, got ${wanted}.`);
  }
  return found;
}

function single(value: unknown, fail: Fail): unknown {
  if (!Array.isArray(value)) return value;
  if (value.length !== 1) fail(`expected one matching row, got ${value.length}. Name more fields.`);
  return value[0];
}

function isFormat(step: string): boolean {
  return /^(?:\d( %)?|percent)$/.test(step);
}

function formatted(figure: number | string, format: string): string {
  if (typeof figure === 'string') return figure;
  if (format === 'percent') return `${decimal(figure * 100, 1)} %`;
  if (format === '') return decimal(figure);
  const [digits, sign] = format.split(' ');
  return `${decimal(figure, Number(digits))}${sign === undefined ? '' : ' %'}`;
}
