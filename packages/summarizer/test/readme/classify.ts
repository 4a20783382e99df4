import { classifyParts, classifyText, decide } from '@palimpsest/summarizer/classify';

const { tier, reasons, isHard } = classifyText(
  'Run it as\n$ git clean -fdx\nand mail anna@example.org.',
);
console.log(tier, isHard, reasons.join()); // T0 true shell_command,email

const message = {
  text: 'We talked about the colour of the door for quite a while, and in the end it was to be blue, because the paint was there already.',
  role: 'user',
  position: 3,
  total: 40,
  hasToolCalls: false,
};
console.log(decide(message).action); // compress
console.log(decide({ ...message, position: 38 }).rule); // recency

const parts = classifyParts('Look:\n~~~\nx\n~~~\nThe rest is talk.');
console.log(parts.map(({ kind }) => kind).join()); // prose,fence,prose
