/** Parses a text as JSON; returns `undefined` if it is invalid. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Serializes a value of any depth as JSON. A value that JSON cannot express becomes `null`, including a cycle. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch {
    return formatWithoutStack(value);
  }
}

type Step = { readonly text: string } | { readonly value: unknown } | { readonly leave: object };

/** Formats JSON without recursion. `JSON.stringify` fails on thousands of levels, on cycles and on big integers. */
function formatWithoutStack(value: unknown): string {
  const output: string[] = [];
  const inside = new Set<object>();
  const steps: Step[] = [{ value }];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if ('text' in step) output.push(step.text);
    else if ('leave' in step) inside.delete(step.leave);
    else if (typeof step.value !== 'object' || step.value === null || inside.has(step.value)) {
      output.push(scalar(step.value));
    } else {
      inside.add(step.value);
      steps.push({ leave: step.value });
      unfold(step.value, steps);
    }
  }
  return output.join('');
}

function unfold(value: object, steps: Step[]): void {
  const isArray = Array.isArray(value);
  const members = Object.entries(value).filter(([, member]) => isArray || isWritten(member));
  steps.push({ text: isArray ? ']' : '}' });
  for (let index = members.length - 1; index >= 0; index -= 1) {
    const [key, member] = members[index] ?? ['', null];
    steps.push({ value: member });
    if (!isArray) steps.push({ text: `${JSON.stringify(key)}:` });
    if (index > 0) steps.push({ text: ',' });
  }
  steps.push({ text: isArray ? '[' : '{' });
}

function isWritten(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}

function scalar(value: unknown): string {
  if (typeof value === 'object' || !isWritten(value)) return 'null';
  return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'null');
}
