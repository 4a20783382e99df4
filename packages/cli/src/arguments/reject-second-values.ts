import { InvalidArgumentError, type Command } from '@commander-js/extra-typings';
import { quote } from '../terminal/printable.ts';

/** Makes a command reject a second, other value of an option, unless the parser of the option takes the earlier one. */
export function rejectSecondValues({ options }: Pick<Command, 'options'>): void {
  for (const option of options) {
    const { parseArg } = option;
    if (parseArg === undefined || parseArg.length > 1) continue;
    let first: string | undefined;
    option.parseArg = (text, earlier) => {
      first ??= text;
      if (first === text) return parseArg(text, earlier);
      throw new InvalidArgumentError(`Expected one value, got ${quote(first)} before.`);
    };
  }
}
