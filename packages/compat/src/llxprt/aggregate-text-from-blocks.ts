/** Text of a model response so far, and whether its last block was not text. */
interface AggregatedText {
  readonly text: string;
  readonly lastBlockWasNonText: boolean;
}

/**
 * Appends the text blocks of one chunk of a response. A text block after a block of another type gets a space before it.
 *
 * @param currentText text of the chunks before
 * @param lastBlockWasNonText as returned for the chunk before
 */
export function aggregateTextFromBlocks(
  blocks: readonly { readonly type: string; readonly text?: string }[],
  currentText = '',
  lastBlockWasNonText = false,
): AggregatedText {
  let text = currentText;
  let isResumed = lastBlockWasNonText;
  for (const block of blocks) {
    if (block.type === 'text') text += `${isResumed && text !== '' ? ' ' : ''}${block.text ?? ''}`;
    isResumed = block.type !== 'text';
  }
  return { text, lastBlockWasNonText: isResumed };
}
