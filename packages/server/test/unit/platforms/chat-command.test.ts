import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseChatCommand } from '../../../src/domain/platforms/chat-command.ts'

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
    ['/Backup', { name: 'backup', wish: 'ask' }],
    ['/backup ON', { name: 'backup', wish: 'on' }],
    ['／ｂａｃｋｕｐ　ｏｆｆ', { name: 'backup', wish: 'off' }],
    ['/backup my phone', undefined],
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
