import fc from 'fast-check';

const PROSE = [
  'We looked at the pool, and the limit of 12 connections is kept by nobody.',
  'However, the driver must not be replaced: the old cluster depends on it.',
  'Version 2.5.1 of the app, e.g. as Dr. Who has it, costs $3.75.',
  '- a requirement without a full stop\n- another one',
  'No, do not use that one.',
  '数据库必须保持不变。请先检查。',
] as const;

const CODE = [
  'export const limit = 12;',
  'if (open > limit) throw new Error("error: too many");',
  '',
  '    return pool.acquire({ wait: true });',
  '# not a heading, and [no](link)',
  'SELECT name FROM pools WHERE size > 12;',
] as const;

/** Forms of code in text: closed, unclosed, nested, with other line breaks, in lists and quotations, indented, and without a fence. */
const SHOWN: readonly ((code: string) => string)[] = [
  (code) => `\`\`\`ts\n${code}\n\`\`\``,
  (code) => `\`\`\`ts\n${code}\n`,
  (code) => `\`\`\`\`md\nAn example:\n\`\`\`ts\n${code}\n\`\`\`\nand more\n\`\`\`\``,
  (code) => `~~~\n${code}\n\`\`\`\n~~~`,
  (code) => `\`\`\`ts\r\n${code.replaceAll('\n', '\r\n')}\r\n\`\`\``,
  (code) => `   \`\`\`\n${code}\n  \`\`\`\`  `,
  (code) => `1. Then:\n   \`\`\`ts\n   ${code.replaceAll('\n', '\n   ')}\n   \`\`\``,
  (code) => `> \`\`\`\n> ${code.replaceAll('\n', '\n> ')}\n> \`\`\``,
  (code) => code.replaceAll(/^/gm, '    '),
  (code) => `\`\`\` is no fence, and \`${code.slice(0, 20)}\` is none either`,
];

/** Generates prose with code in it, as models write it and users paste it. */
export function fencedArbitrary(): fc.Arbitrary<string> {
  const prose = fc
    .array(fc.constantFrom(...PROSE), { maxLength: 5 })
    .map((sentences) => sentences.join(' '));
  const code = fc
    .array(fc.constantFrom(...CODE), { minLength: 1, maxLength: 9 })
    .map((lines) => lines.join('\n'));
  return fc
    .record({
      before: prose,
      code,
      show: fc.constantFrom(...SHOWN, ...SHOWN.slice(0, 3)),
      after: fc.option(prose, { nil: '' }),
    })
    .map(({ before, code: shown, show, after }) =>
      [before, show(shown), after].filter((part) => part !== '').join('\n\n'),
    );
}
