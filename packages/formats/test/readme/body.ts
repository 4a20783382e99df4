import { parseRequestBody } from '@palimpsest/formats';

const body = {
  model: 'm',
  instructions: 'Be brief.',
  input: [{ role: 'user', content: 'Hi' }],
  store: false,
};
const parsed = parseRequestBody(body);
console.log(parsed?.format, parsed?.member); // openai-responses input
console.log(parsed?.withMessages(body.input) === body); // true

const shorter = parsed?.withMessages([{ role: 'user', content: 'Ho' }]);
console.log(Object.keys(shorter ?? {}).join(', ')); // model, instructions, input, store
