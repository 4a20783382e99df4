/** One step of a reader. */
export type Step =
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'run'; readonly command: string }
  /** Text that the commands before it print. */
  | { readonly kind: 'see'; readonly text: string };

/**
 * Parses the fenced blocks of a page as steps: each line of `sh` is a command, `text` is expected output, any other block is the file named on
 * the line before it.
 */
export function readGuide(page: string): Step[] {
  const blocks = page.matchAll(/(?:^`([^`\n]+)`\n\n)?^```(\w+)\n([^]*?)^```$/gm);
  return [...blocks].flatMap(([, path, language, text]): Step[] => {
    if (language === 'sh') {
      return text!
        .trimEnd()
        .split('\n')
        .map((command) => ({ kind: 'run', command }));
    }
    if (language === 'text') return [{ kind: 'see', text: text!.trimEnd() }];
    if (path === undefined) throw new Error(`No line names the file of this block:\n${text}`);
    return [{ kind: 'write', path, text: text! }];
  });
}
