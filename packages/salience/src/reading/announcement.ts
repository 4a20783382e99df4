const OPENING =
  /^(?:(?:now|first|next|then|ok(?:ay)?|good|great|perfect|excellent|so|and|also|alright|wait|actually|finally|sure|done|right)\b[\s,.:!—–-]*)*(?:let me|let's|let us|i'll|i will|i'm going to|i(?: also)? (?:need|want|should)(?: to)?|time to)\b/i;
const LOOKING =
  /\b(?:check|look|see|verify|run|re-?run|read|examine|search|find|explore|understand|view|review|inspect|investigate|trace|start|continue|proceed|test|try|get|list|compare|confirm|analy[sz]e|double-check|take)\b/i;
/** UTF-16 units of a sentence that are checked. */
const BEGINNING = 120;

/** Returns whether a sentence only announces the next action: the call after it states the same. */
export function isAnnouncement(sentence: string): boolean {
  const beginning = sentence.slice(0, BEGINNING);
  return OPENING.test(beginning) && LOOKING.test(beginning);
}
