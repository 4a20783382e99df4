type Step = { readonly text: string } | { readonly value: unknown };

/** Compact JSON of a value of any depth; `JSON.stringify` gives up on some thousand levels. For values that came from JSON. */
export function writeDeep(root: unknown): string {
  const output: string[] = [];
  const steps: Step[] = [{ value: root }];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if ('text' in step) output.push(step.text);
    else if (typeof step.value === 'object' && step.value !== null) unfold(step.value, steps);
    else output.push(JSON.stringify(step.value) ?? 'null');
  }
  return output.join('');
}

/** Puts the pieces of a container on the stack, the last one first. */
function unfold(value: object, steps: Step[]): void {
  const isArray = Array.isArray(value);
  const members = Object.entries(value).filter(([, member]) => isArray || member !== undefined);
  steps.push({ text: isArray ? ']' : '}' });
  for (let index = members.length - 1; index >= 0; index -= 1) {
    const [key, member] = members[index]!;
    steps.push({ value: member });
    const name = isArray ? '' : `${JSON.stringify(key)}:`;
    steps.push({ text: index === 0 ? name : `,${name}` });
  }
  steps.push({ text: isArray ? '[' : '{' });
}
