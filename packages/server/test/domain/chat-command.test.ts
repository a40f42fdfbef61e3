import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ClaimDecision, decideClaim, parseChatCommand } from '../../src/domain/chat-command.ts'

test('a message that is a command is understood however it is typed', () => {
  const cases: [text: string, wanted: unknown][] = [
    ['/help', { name: 'help' }],
    ['  /HELP\n', { name: 'help' }],
    ['／ｈｅｌｐ', { name: 'help' }],
    ['/claim', { name: 'claim', code: undefined }],
    ['/claim 4F7K-92QM', { name: 'claim', code: '4F7K-92QM' }],
    ['／ｃｌａｉｍ　4f7k92qm', { name: 'claim', code: '4f7k92qm' }],
    ['/leave', { name: 'leave' }],
    ['/private', { name: 'private' }],
    ['/public', { name: 'public' }],
    ['/rules', { name: 'rules' }],
    ['/Backup', { name: 'backup' }],
    ['/link', { name: 'link' }],
    ['/link me', undefined],
    ['/forget', { name: 'forget', isConfirmed: false }],
    ['/forget YES', { name: 'forget', isConfirmed: true }],
    ['/quiet', { name: 'quiet', wish: { kind: 'ask' } }],
    ['/quiet 1h', { name: 'quiet', wish: { kind: 'for', ms: 3_600_000 } }],
    ['／ｑｕｉｅｔ　３０ｍ', { name: 'quiet', wish: { kind: 'for', ms: 1_800_000 } }],
    ['/Quiet OFF', { name: 'quiet', wish: { kind: 'off' } }],
    ['/quiet everybody please', undefined],
    ['help', undefined],
    ['/', undefined],
    ['/ help', undefined],
    ['/help now', undefined],
    ['/claim my group', undefined],
    ['/rule', undefined],
    ['/forget me', undefined],
    ['see /help', undefined],
    ['', undefined],
    [`/help${' '.repeat(100)}`, undefined],
  ]
  for (const [text, wanted] of cases) assert.deepEqual(parseChatCommand(text), wanted, JSON.stringify(text))
})

test('who may claim a group depends on its owner, then on the operator', () => {
  const cases: [Parameters<typeof decideClaim>[0], ClaimDecision][] = [
    [{ policy: 'first', ownerId: undefined, userId: 'U1', isCodeValid: undefined }, 'claimed'],
    [{ policy: 'first', ownerId: 'U1', userId: 'U1', isCodeValid: undefined }, 'yours-already'],
    [{ policy: 'first', ownerId: 'U2', userId: 'U1', isCodeValid: undefined }, 'taken'],
    [{ policy: 'code', ownerId: undefined, userId: 'U1', isCodeValid: undefined }, 'code-missing'],
    [{ policy: 'code', ownerId: undefined, userId: 'U1', isCodeValid: false }, 'code-wrong'],
    [{ policy: 'code', ownerId: undefined, userId: 'U1', isCodeValid: true }, 'claimed'],
    [{ policy: 'code', ownerId: 'U2', userId: 'U1', isCodeValid: true }, 'taken'],
    [{ policy: 'off', ownerId: undefined, userId: 'U1', isCodeValid: true }, 'off'],
    [{ policy: 'off', ownerId: 'U1', userId: 'U1', isCodeValid: undefined }, 'yours-already'],
  ]
  for (const [claim, wanted] of cases) assert.equal(decideClaim(claim), wanted, JSON.stringify(claim))
})
