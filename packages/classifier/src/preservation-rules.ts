import { isMarker } from '@palimpsest/core-types';
import { splitFences } from '@palimpsest/text';
import type { Candidate, PreservationRule, Verdict } from './candidate.ts';
import { defaultClassifier, type Classifier } from './classifier.ts';
import { ClassifierOptionsError } from './classifier-options-error.ts';
import { isJson } from './json.ts';
import { textLength } from './text-length.ts';

export interface PreservationOptions {
  /** Roles whose messages are never touched. @default ['system'] */
  readonly preserve?: readonly string[];
  /** Newest messages, of any role, that are never touched; 0 for none. @default 4 */
  readonly recencyWindow?: number;
  /** Shortest text that is worth shortening, in UTF-16 units with CR LF as one. @default 120 */
  readonly minLength?: number;
  /** Prose around fences from which on a message is split, in UTF-16 units: its parts without the white space around them, together. @default 80 */
  readonly minProseLength?: number;
  /** Finds the content that must stay. @default the classifier of `classifyText` */
  readonly classifier?: Classifier;
}

const PRESERVE: Verdict = { action: 'preserve' };

/**
 * The preservation rules of seed compression-pipeline, section 1, in its order: role, recency, tool calls, short text, already compressed,
 * duplicate, code with prose, code without, hard content, JSON. What none of them holds may be compressed.
 *
 * The list is an array of objects like any other: put rules of your own where they belong, leave some out, order them anew.
 *
 * @throws ClassifierOptionsError for a number that is negative or none.
 */
export function preservationRules({
  preserve = ['system'],
  recencyWindow = 4,
  minLength = 120,
  minProseLength = 80,
  classifier = defaultClassifier,
}: PreservationOptions = {}): PreservationRule[] {
  requireCount({ recencyWindow, minLength, minProseLength });
  const roles = new Set(preserve);
  return [
    preserving('role', ({ role }) => roles.has(role)),
    preserving('recency', ({ position, total }) => position >= total - recencyWindow),
    preserving('tool-calls', ({ hasToolCalls }) => hasToolCalls),
    preserving('short', ({ text }) => isShorter(text, minLength)),
    preserving('compressed', ({ text, compressed }) => compressed === true || isMarker(text)),
    {
      name: 'duplicate',
      decide: ({ duplicate }) => (duplicate === true ? { action: 'duplicate' } : undefined),
    },
    {
      name: 'code-split',
      decide: ({ text }) =>
        (proseAroundFences(text) ?? -1) >= minProseLength ? { action: 'code-split' } : undefined,
    },
    preserving('code', ({ text }) => proseAroundFences(text) !== undefined),
    {
      name: 'hard-content',
      decide: ({ text }) =>
        classifier.isHard(text)
          ? { action: 'preserve', reasons: classifier.classify(text).reasons }
          : undefined,
    },
    preserving('json', ({ text }) => isJson(text)),
  ];
}

function preserving(name: string, isKept: (candidate: Candidate) => boolean): PreservationRule {
  return { name, decide: (candidate) => (isKept(candidate) ? PRESERVE : undefined) };
}

/** The length of the prose around the fences of a text; `undefined` for a text without fences. */
function proseAroundFences(text: string): number | undefined {
  const parts = splitFences(text);
  if (!parts.some(({ kind }) => kind === 'fence')) return undefined;
  return parts
    .filter(({ kind }) => kind === 'prose')
    .reduce((sum, { start, end }) => sum + textLength(text.slice(start, end).trim()), 0);
}

/** CR LF can halve a text, so only texts below twice the limit are read. */
function isShorter(text: string, limit: number): boolean {
  return text.length < limit || (text.length < limit * 2 && textLength(text) < limit);
}

function requireCount(options: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(options))
    if (!(value >= 0)) throw new ClassifierOptionsError(name, value, 'a number of 0 or more');
}
