import type { LlmRequest } from '@google/adk';

export type Contents = LlmRequest['contents'];
type Content = Contents[number];

/** ADK writes this before the text of an event that represents others. */
const FRAMEWORK = '[Previous Context Summary]:\n';
const FOLDED = 'Messages so far, one a line:\n';

/** Serializes contents into the one text that such an event can hold. */
export function foldContents(contents: Contents): string {
  return FOLDED + contents.map((content) => JSON.stringify(content)).join('\n');
}

/** Expands serialized contents in place. Returns the given contents if there are none. */
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

/** Parses a text of `foldContents`. Returns `undefined` for other summaries, which are ordinary texts. */
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
