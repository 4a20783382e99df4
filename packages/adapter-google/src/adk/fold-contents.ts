import type { LlmRequest } from '@google/adk';

export type Contents = LlmRequest['contents'];
type Content = Contents[number];

/** What ADK writes in front of the text of an event that stands for others. */
const FRAMEWORK = '[Previous Context Summary]:\n';
const FOLDED = 'Messages so far, one a line:\n';

/** Contents as the one text that an event which stands for others can hold. */
export function foldContents(contents: Contents): string {
  return FOLDED + contents.map((content) => JSON.stringify(content)).join('\n');
}

/** Contents of a request, with those that were folded in their place; the given ones where none were. */
export function unfoldContents(contents: Contents): Contents {
  const first = contents.findIndex((content) => unfolded(content) !== undefined);
  if (first < 0) return contents;
  return contents.flatMap((content) => unfolded(content) ?? [content]);
}

function unfolded({ role, parts }: Content): Contents | undefined {
  const text = role === 'user' && parts?.length === 1 ? parts[0]!.text : undefined;
  return text?.startsWith(FRAMEWORK) === true
    ? unfoldText(text.slice(FRAMEWORK.length))
    : undefined;
}

/** What a text of `foldContents` says; `undefined` for other summaries, which are texts like any other. */
export function unfoldText(text: string): Contents | undefined {
  if (!text.startsWith(FOLDED)) return undefined;
  try {
    return text
      .slice(FOLDED.length)
      .split('\n')
      .map((line) => JSON.parse(line) as Content);
  } catch {
    return undefined;
  }
}
