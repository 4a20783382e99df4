/** The text of an answer so far, and whether a space is due before it goes on. */
export interface AggregatedText {
  readonly text: string;
  readonly lastBlockWasNonText: boolean;
}

/**
 * Appends the text blocks of one chunk of an answer. Text that goes on behind another kind of block gets a space before it.
 *
 * @param currentText what earlier chunks said
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
