import fc from 'fast-check';

/** Arbitrary messages in provider and host shapes, with hard cases: ids named like object members, duplicates, malformed text. */
const messageArbitrary: fc.Arbitrary<object> = fc.record(
  {
    role: fc.constantFrom('system', 'user', 'assistant', 'tool'),
    content: fc.oneof(
      fc.constantFrom('ok', '', 'continue', '[3 entries dropped]', '\u{D800}', '\u{DC00}x', '🙂'),
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.array(fc.record({ type: fc.constant('text'), text: fc.string() }), { maxLength: 2 }),
    ),
    id: fc.constantFrom('__proto__', 'toString', 'constructor', 7, '7', 'hasOwnProperty'),
    extra: fc.jsonValue({ maxDepth: 3 }),
    ['__proto__']: fc.constantFrom('own', null),
  },
  { requiredKeys: ['role', 'content'], noNullPrototype: true },
);

type Step =
  | { readonly kind: 'drop' | 'merge'; readonly at: number; readonly count: number }
  | { readonly kind: 'notice' | 'clone'; readonly at: number };

const at = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('drop' as const, 'merge' as const),
    at,
    count: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ kind: fc.constantFrom('notice' as const, 'clone' as const), at }),
);

/** The messages appended before a compression, and the steps of that compression. */
export interface Round<Message = object> {
  readonly appended: readonly Message[];
  readonly steps: readonly Step[];
}

export const roundsArbitrary: fc.Arbitrary<readonly Round[]> = fc.array(
  fc.record({
    appended: fc.array(messageArbitrary, { maxLength: 6 }),
    steps: fc.array(stepArbitrary, { maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 8 },
);

/** Applies the steps to a list in order, each to the result of the previous one. `write` creates a replacement message. */
export function compress(
  messages: readonly unknown[],
  steps: readonly Step[],
  write: () => unknown,
): unknown[] {
  const after = [...messages];
  for (const step of steps) {
    const position = Math.floor(step.at * after.length);
    if (step.kind === 'drop') after.splice(position, step.count);
    else if (step.kind === 'merge') after.splice(position, step.count, write());
    else if (step.kind === 'notice') after.splice(position, 0, write());
    else if (after.length > 0) after[position] = structuredClone(after[position]);
  }
  return after;
}

/** Returns the messages as a host reads them from JSON, with members in reverse order. */
export function throughJson(messages: readonly unknown[]): unknown[] {
  return messages.map((message) => reordered(JSON.parse(JSON.stringify(message))));
}

function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, reordered(member)] as const);
  return Object.fromEntries(members.toReversed());
}

/** Returns each message as JSON, to compare byte for byte. */
export function lines(messages: readonly unknown[]): string[] {
  return messages.map((message) => JSON.stringify(message));
}
