import { classifyText } from '@palimpsest/summarizer/classify';
import type { Reason } from '../../src/classify/reasons.ts';
import { expect, test } from 'vitest';

const has = (reason: Reason, text: string) => classifyText(text).reasons.includes(reason);
const isCredential = (text: string) => has('credential_assignment', text);

const VALUE = 'tulip4garden';

test.each([
  'password',
  'passwd',
  'passphrase',
  'pwd',
  'secret',
  'token',
  'apikey',
  'api_key',
  'accesskey',
  'access_key',
  'privatekey',
  'private_key',
  'secretkey',
  'secret_key',
  'accountkey',
  'account_key',
  'PASSWORD',
  'DB_TOKEN',
  'myPwd',
])('%s names a secret', (name) => {
  expect(isCredential(`${name}=${VALUE}`)).toBe(true);
  expect(isCredential(`the ${name}: ${VALUE}, as ever`)).toBe(true);
  expect(isCredential(`${name} = ${VALUE}`)).toBe(true);
  expect(isCredential(`"${name}": "${VALUE}"`)).toBe(true);
  expect(isCredential(`'${name}': '${VALUE}'`)).toBe(true);
  expect(isCredential(`\`${name}\`: \`${VALUE}\``)).toBe(true);
  expect(isCredential(`${name}s=${VALUE}`)).toBe(false);
  expect(isCredential(`${name} is ${VALUE}`)).toBe(false);
  expect(isCredential(`${name}  =${VALUE}`)).toBe(false);
  expect(isCredential(`${name}=  ${VALUE}`)).toBe(false);
  expect(isCredential(`${name}-=${VALUE}`)).toBe(false);
});

test.each([
  'key',
  'sort_key',
  'name',
  'passworded',
  'tokenize',
  'public_key',
  'note',
  'day',
  'bed',
])('%s does not name a secret', (name) => {
  expect(isCredential(`${name}=${VALUE}`)).toBe(false);
});

test.each([
  ['password=a1234567', true],
  ['password=12345678', false],
  ['password=abcdefgh', false],
  ['password=abcdefg1', true],
  ['password=abcdef1', false],
  ['password=ABCDEFG1', true],
  ['password=a1_-+/=!', true],
  ['password=a1@#%^&x', true],
  ['password=_a123456', false],
  ['password=a1 34567', false],
  ['password=a1(34567', false],
  ['password=${a1234567}', false],
  ['password=<a1234567>', false],
  ['password=""a1234567', false],
  ['password="a1234567"', true],
  ['=a1234567', false],
  ['"=a1234567', false],
  ['password"=a1234567', true],
  ['password =a1234567', true],
  ['password  =a1234567', false],
  ['password= a1234567', true],
  ['password=  a1234567', false],
  ["password='a1234567'", true],
  ['password=`a1234567`', true],
  ['password=(a1234567)', false],
  ['passwords=a1234567', false],
  ['passwort=a1234567', false],
  ['my_secret_key=a1234567', true],
  ['my_public_key=a1234567', false],
  ['PASSWD=a1234567', true],
  ['password', false],
  ['password=', false],
])('decides whether %j contains a secret', (text, expected) => {
  expect(isCredential(text)).toBe(expected);
});

test.each([
  ['Bearer a1b2c3d4e5f6g7h8', true],
  ['bearer a1b2c3d4e5f6g7h8', true],
  ['"Authorization: BEARER A1B2C3D4E5F6G7H8"', true],
  ['bearer\ta1b2c3d4e5f6g7h8', true],
  ['bearer a1b2c3d4e5f6g7h', false],
  ['bearer abcdefghijklmnop', false],
  ['bearer 1234567812345678', false],
  ['bearer-a1b2c3d4e5f6g7h8', false],
  ['bearer  a1b2c3d4e5f6g7h8', false],
  ['bearers a1b2c3d4e5f6g7h8', false],
  ['bear a1b2c3d4e5f6g7h8', false],
])('decides whether %j contains a bearer token', (text, expected) => {
  expect(isCredential(text)).toBe(expected);
});

const HEX = '0a1b2c3d'.repeat(9);

test.each([
  [HEX.slice(0, 40), true],
  [HEX.slice(0, 64), true],
  [HEX.slice(0, 40).toUpperCase(), true],
  [`${HEX.slice(0, 40)}+`, true],
  [`/${HEX.slice(0, 40)}=`, true],
  [`${HEX.slice(0, 39)}g`, false],
  [`${HEX.slice(0, 39)}G`, false],
  [`${HEX.slice(0, 39)}_`, false],
  [`${HEX.slice(0, 20)}-${HEX.slice(0, 20)}`, false],
  [HEX.slice(0, 39), false],
  [HEX.slice(0, 65), false],
  ['1'.repeat(40), true],
])('decides whether %s is a digest', (text, expected) => {
  expect(has('hash_or_sha', `at ${text} it`)).toBe(expected);
  expect(has('hash_or_sha', text)).toBe(expected);
});

const MIXED = 'kT9vQ2xZ7mB4nW8sR1cL5yH3gJ6dF0aPuEiXoKtYqVbN'.repeat(4);

test.each([
  ['letters, capitals and digits', MIXED.slice(0, 40), true],
  ['too few of them', MIXED.slice(0, 39), false],
  ['no digit', MIXED.replaceAll(/\d/g, 'x').slice(0, 60), false],
  ['no capital', MIXED.toLowerCase().slice(0, 60), false],
  ['no small letter', MIXED.toUpperCase().slice(0, 60), false],
  ['plus, slash and padding', `${MIXED.slice(0, 30)}+/${MIXED.slice(0, 30)}==`, true],
  ['a joint in front', `image-${MIXED.slice(0, 40)}`, true],
  ['a joint behind', `${MIXED.slice(0, 40)}_image`, true],
  ['a joint within', `${MIXED.slice(0, 30)}-${MIXED.slice(0, 30)}`, false],
  ['joints around', `${MIXED.slice(0, 10)}_${MIXED.slice(0, 40)}-${MIXED.slice(0, 10)}`, true],
  ['words in front of a joint', `${'word'.repeat(9)}T9-${MIXED.slice(0, 40)}`, true],
  ['slashes in front of a joint', `${'a/'.repeat(20)}T9-${MIXED.slice(0, 40)}`, true],
  [
    'capitals and digits in front of a joint alone',
    `T9-${MIXED.toLowerCase().slice(0, 40)}`,
    false,
  ],
  ['words of four letters', 'word1T'.repeat(12), false],
  ['words of three letters', 'wor1T'.repeat(12), true],
  ['one long word', `${'w'.repeat(31)}${'T9v'.repeat(23)}`, false],
  ['one word of thirty', `${'w'.repeat(30)}${'T9v'.repeat(23)}T`, true],
  ['words at the end', `${'T9v'.repeat(20)}${'word'.repeat(10)}`, false],
  ['many slashes', 'aB/9'.repeat(12), false],
  ['few slashes', `${'aB/9'.repeat(3)}${'T9v'.repeat(10)}`, true],
])('base64: %s', (_, text, expected) => {
  expect(has('base64_content', text)).toBe(expected);
  expect(has('base64_content', `it is ${text} now`)).toBe(expected);
});
