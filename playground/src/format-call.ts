import type { SettingSpec } from '@palimpsest/core-types';
import type { Choices, OpenedFile } from './protocol.ts';

/** Formats the call of the library for what the page shows. */
export function formatCode(
  { conversations }: OpenedFile,
  { strategy, unit, target, settings, conversation }: Choices,
  specs: readonly SettingSpec[],
): string {
  const { format, isBody } = conversations[conversation]!;
  const name = isBody ? 'body' : 'messages';
  const values = Object.entries(settings).map(([key, text]) => {
    const type = specs.find((spec) => spec.key === key)?.type;
    const isText = type === 'string' || type === 'enum';
    return `    '${key}': ${isText ? JSON.stringify(text) : text},`;
  });
  return [
    `import { compress } from 'palimpsest';`,
    '',
    `const { ${name}: smaller, report } = await compress(${name}, {`,
    `  strategy: '${strategy}',`,
    unit === 'percent' ? `  targetRatio: ${target / 100},` : `  targetTokens: ${target},`,
    `  format: '${format}',`,
    ...(values.length === 0 ? [] : ['  settings: {', ...values, '  },']),
    '});',
  ].join('\n');
}

/** Formats the command that writes the same result. */
export function formatCommand(
  { name, badLines }: OpenedFile,
  { strategy, unit, target, settings }: Choices,
): string {
  const words = [
    'npx',
    '@palimpsest/cli',
    'compress',
    name,
    '--strategy',
    strategy,
    ...(unit === 'percent'
      ? ['--target-ratio', `${target / 100}`]
      : ['--target-tokens', `${target}`]),
    ...Object.entries(settings).flatMap(([key, text]) => ['--set', `${key}=${text}`]),
    ...(badLines > 0 ? ['--skip-bad'] : []),
    '--out',
    nameResult(name),
  ];
  return words.map(quoteWord).join(' ');
}

/** Returns the name of the compressed file: `session.small.json`. The result is never compressed with gzip. */
export function nameResult(name: string): string {
  const plain = name.replace(/\.gz$/i, '');
  const dot = plain.lastIndexOf('.');
  return dot > 0 ? `${plain.slice(0, dot)}.small${plain.slice(dot)}` : `${plain}.small`;
}

function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
