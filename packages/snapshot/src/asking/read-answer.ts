/** What a model wrote, without what it wrote for itself. */
export interface Answer {
  readonly text: string;
  /** It opened the snapshot and never closed it: cut off, mostly by a limit on its length. */
  readonly isCut: boolean;
}

const OPEN = '<state_snapshot>';
const CLOSE = '</state_snapshot>';

/** Names of tags in which models think aloud. */
const THOUGHTS = ['scratchpad', 'thinking', 'think', 'analysis'] as const;

/**
 * The snapshot in an answer: what stands in the last pair of its tags, else all of it (a summary without tags is accepted, host contract).
 * Thinking aloud goes (D12), and so do further tags of the frame within.
 */
export function readAnswer(answer: string): Answer {
  const said = withoutThoughts(answer);
  const close = said.lastIndexOf(CLOSE);
  const open = said.lastIndexOf(OPEN, close < 0 ? said.length : close);
  const isCut = open >= 0 && close < 0;
  const inner = open < 0 ? said : said.slice(open + OPEN.length, close < 0 ? said.length : close);
  const text = inner.replaceAll(OPEN, '').replaceAll(CLOSE, '').trim().toWellFormed();
  return { text, isCut };
}

/** Takes out what stands between tags for thinking; a tag that never closes takes all that follows, unless a snapshot begins there. */
function withoutThoughts(answer: string): string {
  let text = answer;
  for (const name of THOUGHTS) text = withoutTag(text, `<${name}>`, `</${name}>`);
  return text;
}

function withoutTag(text: string, open: string, close: string): string {
  let kept = '';
  let from = 0;
  for (let start = text.indexOf(open); start >= 0; start = text.indexOf(open, from)) {
    kept += text.slice(from, start);
    const snapshot = text.indexOf(OPEN, start);
    const end = text.indexOf(close, start);
    if (end >= 0 && (snapshot < 0 || end < snapshot)) from = end + close.length;
    else if (snapshot >= 0) from = snapshot;
    else return kept;
  }
  return kept + text.slice(from);
}
