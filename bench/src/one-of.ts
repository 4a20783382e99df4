/**
 * Returns an option's value if it is one of the choices.
 *
 * @throws {Error} with the choices, when it is not
 */
export function oneOf<Choice extends number | string>(
  option: string,
  given: number | string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((one) => one === given);
  if (choice !== undefined) return choice;
  throw new Error(`--${option}: expected one of ${choices.join(', ')}, got ${given}.`);
}
