import { classifyText, isHard } from '@palimpsest/summarizer/classify';

const { tier, reasons } = classifyText('Run it as\n$ git clean -fdx\nand mail anna@example.org.');
console.log(tier, reasons.join()); // T0 shell_command,email

console.log(isHard('We talked about the colour of the door for quite a while.')); // false
