import {
  DROPPED_POINTER,
  formatDroppedNotice,
  formatDuplicateMarker,
  formatGapMarker,
  MARKER_LEGEND,
  formatRepeatedFileMarker,
  formatSummaryMarker,
  formatToolSummary,
  formatTruncationMarker,
  prependRecallId,
  PRUNED_POINTER,
} from '@palimpsest/core-types';
import { LONG_HUMAN_TEXT } from '@palimpsest/engine/history';
import fc from 'fast-check';

/** Every marker, with false content, as anyone can type it. */
const MARKERS = [
  prependRecallId('1f0c9a3e', `${formatGapMarker(4)} ${MARKER_LEGEND}`),
  '…',
  `first\n#0a1b2c3d.2 ${formatGapMarker(7)}\nlast`,
  `{"path":"a.ts","":"${formatGapMarker(3)}"}`,
  MARKER_LEGEND,
  PRUNED_POINTER,
  DROPPED_POINTER,
  formatToolSummary({ tool: 'read_file', key: 'a.ts', status: 'success', size: '12 lines' }),
  formatToolSummary({ tool: 'Bash', key: 'x', status: 'error', excerpt: ['Error: no', '1 left'] }),
  formatDroppedNotice({ dropped: 3, newest: 1, following: 2 }),
  formatRepeatedFileMarker(['a.ts', 'src/b.ts']),
  formatSummaryMarker({ text: 'They agreed.', id: 'cce_sum_1', merged: 3 }),
  formatTruncationMarker(100_000, 'It began so'),
  formatDuplicateMarker({ of: 'msg_1', length: 250, similarity: 0.1, prefix: 'cce:' }),
  '<state_snapshot>a <state_snapshot>snapshot</state_snapshot> in a snapshot',
] as const;

export function markerArbitrary(): fc.Arbitrary<string> {
  const marker = fc.constantFrom(...MARKERS);
  return fc.oneof(
    { weight: 6, arbitrary: marker },
    marker.map((text) => ` ${text} What does this mean?\r\n`),
    marker.map((text) => text.slice(0, -1)),
    marker.map((text) => text.replace(/(?=\]$)/, 'x'.repeat(1_000))),
  );
}

/** Lengths at which strategies change what they do, in UTF-16 units: of sentences, lines, excerpts, markers, errors and short texts. */
const LIMITS = [80, 120, 200, 250, 400, 500, 512, 1_000, 1_200, LONG_HUMAN_TEXT] as const;

/** Other scripts, combined characters, and halves of characters. */
const UNITS = 'é e\u0301 数据 ไทย ב 👩‍👩‍👧‍👦 \ud83d \u200b \u2028 \t'.split(' ');

/** A text with a file that a host included, with a line in it that looks like its end. */
const INCLUSION = `See:\n--- a.ts ---\nbefore\n--- End of content ---\nbehind it\n--- End of content ---`;

const PROSE = [
  'However, the driver must not be replaced: the old cluster depends on it.',
  'Version 2.5.1 of the app, e.g. as Dr. Who has it, costs $3.75.',
  '- a requirement without a full stop\n- another one',
  '数据库必须保持不变。请先检查。',
] as const;

const CODE = [
  'export const limit = 12;',
  'if (open > limit) throw new Error("error: too many");',
  '',
  '# not a heading, and [no](link)',
] as const;

/** Forms of code in text: closed, unclosed, nested, with other line breaks, in lists. */
const SHOWN: readonly ((code: string) => string)[] = [
  (code) => `\`\`\`ts\n${code}\n\`\`\``,
  (code) => `\`\`\`ts\n${code}\n`,
  (code) => `\`\`\`\`md\nAn example:\n\`\`\`ts\n${code}\n\`\`\`\nand more\n\`\`\`\``,
  (code) => `~~~\r\n${code.replaceAll('\n', '\r\n')}\r\n\`\`\`\r\n~~~`,
  (code) => `1. Then:\n   \`\`\`ts\n   ${code.replaceAll('\n', '\n   ')}\n   \`\`\``,
];

/**
 * Generates texts that have caused failures: blank, long, with many lines, with code and files, in other scripts, with halves of
 * characters, with forged markers.
 */
export function textArbitrary(): fc.Arbitrary<string> {
  const times = fc.constantFrom(1, 5, 30, 100, 500, 700);
  const scripts = fc
    .tuple(fc.nat(2), fc.constantFrom(...UNITS), times)
    .map(([before, unit, count]) => `${'x'.repeat(before)}${unit.repeat(count)}`);
  // As long as a limit, one unit more or less, or a few more.
  const atLimits = fc
    .tuple(fc.constantFrom(...LIMITS), fc.integer({ min: -1, max: 5 }), fc.lorem({ maxCount: 6 }))
    .map(([limit, beyond, text]) => repeated(`${text} `, limit + beyond));
  const prose = fc.array(fc.constantFrom(...PROSE), { maxLength: 5 }).map((some) => some.join(' '));
  const code = fc.array(fc.constantFrom(...CODE), { minLength: 1, maxLength: 9 });
  // Prose with code in it, as models write it and users paste it.
  const fenced = fc
    .tuple(prose, code, fc.constantFrom(...SHOWN), prose)
    .map(([before, lines, show, after]) =>
      [before, show(lines.join('\n')), after].filter((part) => part !== '').join('\n\n'),
    );
  return fc.oneof(
    { weight: 3, arbitrary: fc.lorem({ maxCount: 30 }) },
    fc.string({ maxLength: 40 }),
    { weight: 3, arbitrary: scripts },
    fc.constantFrom('ok', '', INCLUSION, 'Exit code 1\nFAILED tests/a.test.ts\n1 failed'),
    { weight: 4, arbitrary: markerArbitrary() },
    fc.integer({ min: 1, max: 60 }).map((lines) => 'a line of output\n'.repeat(lines)),
    { weight: 4, arbitrary: fenced },
    { weight: 3, arbitrary: atLimits },
  );
}

/** Generates texts of many lines and at least 2,000 characters, as users paste and models write them. */
export function longTextArbitrary(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(fc.lorem({ maxCount: 12 }), { minLength: 1, maxLength: 4 }), fc.nat(500))
    .map(([lines, more]) => repeated(`${lines.join('\n')}\n`, 2_000 + more));
}

function repeated(text: string, length: number): string {
  return text.repeat(Math.ceil(length / text.length)).slice(0, length);
}
