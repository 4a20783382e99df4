/** Announcements: `Let me`, `Now I will`. */
const ANNOUNCEMENT =
  /^(?:(?:now|first|next|then|ok(?:ay)?|good|great|perfect|excellent|so|and|also|alright|wait|actually|finally|sure|done|right)\b[\s,.:!—–-]*)*(?:let me|let's|let us|i'll|i will|i'm going to|i(?: also)? (?:need|want|should)(?: to)?|time to)\b/i;
/** Actions of an agent that look at something or try it. */
const ACTION =
  /\b(?:check|look|see|verify|run|re-?run|read|examine|search|find|explore|understand|view|review|inspect|investigate|trace|start|continue|proceed|test|try|get|list|compare|confirm|analy[sz]e|double-check|take)\b/i;

/** Thanks, apologies, offers of help, and requests for information, after an interjection or without one. Instructions are not among them. */
const COURTESY =
  /^(?:(?:great|sure|certainly|no problem|ok(?:ay)?|perfect)\b[\s,.:!—–-]*)*(?:please (?:also )?(?:tell|provide|confirm|let me|specify|give|share|choose|select)|let me know|feel free|thank|thanks|you're welcome|i apologi[sz]e|sorry|i'm (?:sorry|glad|happy|here)|take your time|no problem|of course|great|sure|certainly|to (?:proceed|assist|help|continue)|if you(?:'d like| would like| have any| need any))\b/i;

/** The end of a question, with closing brackets and quotation marks. */
const QUESTION = /[?？][)\]"'”’*_`]*$/;

/** Beginning and end of a sentence that are checked, in UTF-16 units. */
const BEGINNING_LENGTH = 120;
const ENDING_LENGTH = 12;

/**
 * Returns whether a sentence of the model is worth no more than its terms: it announces the next action, which the call after it states, or it
 * asks something, thanks, apologizes or offers help. Later messages hardly ever restate such sentences.
 */
export function isRoutineSentence(sentence: string): boolean {
  const beginning = sentence.slice(0, BEGINNING_LENGTH);
  return (
    (ANNOUNCEMENT.test(beginning) && ACTION.test(beginning)) ||
    COURTESY.test(beginning) ||
    QUESTION.test(sentence.slice(-ENDING_LENGTH))
  );
}

/** Says that something was read, and nothing about it: `Acknowledged. Continuing with the plan.` */
const ACKNOWLEDGEMENT =
  /^(?:acknowledged|noted|understood|got it|ok(?:ay)?|sure|will do|i will|right)\b[^?\n\d:]{0,40}$/i;

/** Returns whether a text of the agent only says that it has read what a person wrote. */
export function isAcknowledgement(text: string): boolean {
  return ACKNOWLEDGEMENT.test(text.trim());
}
