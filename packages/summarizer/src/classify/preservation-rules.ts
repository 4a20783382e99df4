import { isMarker, OptionError } from '@palimpsest/core-types';
import { splitFences } from '@palimpsest/text';
import { defaultClassifier, type Classifier } from './classifier.ts';
import { isJson } from './json.ts';

/** Input of the preservation rules: one message. */
export interface Candidate {
  /** The whole text of the message. */
  readonly text: string;
  /** Role of the message, as the host names it; `preserve` uses the same names. */
  readonly role: string;
  /** Index among all messages, from 0. */
  readonly position: number;
  /** Number of messages. */
  readonly total: number;
  /** Whether the message calls a tool. */
  readonly hasToolCalls: boolean;
  /** Whether deduplication found a copy that is kept. @default false */
  readonly duplicate?: boolean;
  /**
   * Whether Palimpsest's metadata or the manifest of a store proves that the message is the result of a compression. Its text is never proof.
   * @default false
   */
  readonly compressed?: boolean;
}

/** Treatment of a message: keep it unchanged, replace it by a reference to its copy, shorten only the prose around its fences, or shorten it. */
export type PreservationAction = 'preserve' | 'duplicate' | 'code-split' | 'compress';

interface Verdict {
  readonly action: PreservationAction;
  /** Reasons found in the text, if they decided. */
  readonly reasons?: readonly string[];
}

/** A verdict with the name of its rule. */
export interface Decision extends Verdict {
  readonly rule: string;
}

/** A test of one message. The first rule that returns a verdict decides. */
export interface PreservationRule {
  readonly name: string;
  /** Returns a verdict, or `undefined` to leave the decision to the next rules. */
  decide(candidate: Candidate): Verdict | undefined;
}

export interface PreservationOptions {
  /** Roles whose messages are never changed. @default ['system'] */
  readonly preserve?: readonly string[];
  /** Number of newest messages, of any role, that are never changed. @default 4 */
  readonly recencyWindow?: number;
  /** Minimum length of a text to shorten, in UTF-16 units with CR LF as one. @default 120 */
  readonly minLength?: number;
  /** Minimum length of the prose around fences for a message to be split, in UTF-16 units: the total of the trimmed parts. @default 80 */
  readonly minProseLength?: number;
  /** Finds hard content. @default the classifier of `classifyText` */
  readonly classifier?: Classifier;
}

const PRESERVE: Verdict = { action: 'preserve' };

/**
 * Returns the preservation rules of seed compression-pipeline, section 1, in its order: role, recency, tool calls, short text, already
 * compressed, duplicate, code with prose, code without prose, hard content, JSON. A message that no rule matches may be compressed.
 *
 * The result is an ordinary array: insert your own rules, remove some, or change their order.
 *
 * @throws {OptionError} when a number is negative or NaN
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

/** Returns the length of the prose around the fences of a text; `undefined` if the text has no fences. */
function proseAroundFences(text: string): number | undefined {
  const parts = splitFences(text);
  if (!parts.some(({ kind }) => kind === 'fence')) return undefined;
  return parts
    .filter(({ kind }) => kind === 'prose')
    .reduce((sum, { start, end }) => sum + textLength(text.slice(start, end).trim()), 0);
}

/**
 * Returns whether a text is shorter than `limit`, with CR LF as one. That can at most halve a length, so texts of twice the limit are not read.
 */
function isShorter(text: string, limit: number): boolean {
  return text.length < limit || (text.length < limit * 2 && textLength(text) < limit);
}

function requireCount(options: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(options))
    if (!(value >= 0))
      throw new OptionError(name, value, 'a number of 0 or more', { code: 'CLASSIFIER_OPTIONS' });
}

/** Returns the length of a text in UTF-16 units. CR LF counts as one, so that the length does not depend on the line ends. */
function textLength(text: string): number {
  let length = text.length;
  for (let at = text.indexOf('\r\n'); at !== -1; at = text.indexOf('\r\n', at + 2)) length--;
  return length;
}

const DEFAULT_RULES = preservationRules();

/** Returns the verdict of the first rule that has one. Without one, the message may be compressed, by the rule `default`. */
export function decide(
  candidate: Candidate,
  rules: readonly PreservationRule[] = DEFAULT_RULES,
): Decision {
  for (const rule of rules) {
    const verdict = rule.decide(candidate);
    if (verdict !== undefined) return { ...verdict, rule: rule.name };
  }
  return { action: 'compress', rule: 'default' };
}
