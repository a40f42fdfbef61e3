import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  decideStep,
  type ImportState,
  type ImportWish,
  refuseTooMany,
} from '../../../server/src/domain/imports/import-life.ts'
import { recognise } from '../../../server/src/domain/imports/recognise.ts'
import { findImportProblem } from '../../src/imports/import-problem.ts'
import { en } from '../../src/locales/texts.ts'

const sentences: Record<keyof typeof en.imports.problems, string[]> = {
  foreign: [
    'Of 120 messages that should be here already, only 7 are. This may be the history of another chat, or its time zone or its people may be wrong',
  ],
  tooLarge: [
    'The file is too large; at most 200 MiB is allowed. Export the chat without media, or ask the operator to',
  ],
  empty: [recognised(''), 'This file is empty. Send the file itself as the body'],
  severalInZip: [
    'This zip file contains several chat histories, such as a/My. chat.txt. Unzip it and import them one by one',
  ],
  notHistory: [recognised('%PDF-1.7'), recognised('Dear all,\nhello\n'), noHistoryInZip()],
  encryptedZip: ['_chat.txt in this zip file is encrypted. Unzip it and zip it again without a password'],
  brokenZip: [
    'This zip file can’t be read: invalid central directory',
    'Files in this zip file overlap, so it’s damaged or made to fill disks',
    'a.txt in this zip file can’t be read: it ends too early',
    'This zip file contains a.txt twice',
    'This zip file contains 300000 files. At most 200000 can be imported',
  ],
  manyPeople: ['This file has messages of more than 2000 people. That’s more than a chat can have'],
  gone: ['The file is gone', 'Its file is gone. Upload it again'],
  failed: ['It failed several times: the disk is full'],
  notSubscribed: [
    'No one subscribes to this channel’s backup, so no messages are saved. Subscribe to it first',
    'No one subscribes to the channel’s backup any more, so its messages aren’t saved',
  ],
  erased: ['A person was erased meanwhile. Upload the file again'],
  moved: ['The chat moved. Upload the file again'],
  otherAtWork: [refusalOf(() => decideStep({ number: 2, state: 'ready' }, 'commit', { isOtherAtWork: true }))],
  tooMany: [refusalOf(() => refuseTooMany(5))],
  changed: [step('done', 'commit'), step('undone', 'undo'), step('writing', 'drop'), step('done', 'read-again')],
}

test('everything that the service says about a file or a step has a text in the language of the page', () => {
  for (const [why, said] of Object.entries(sentences))
    for (const sentence of said) assert.equal(findImportProblem(sentence)?.why, why, sentence)
  assert.equal(findImportProblem('Something new went wrong'), undefined, 'is shown as it is')
})

test('figures and names in it are shown, too', () => {
  const gapsOf = (why: keyof typeof sentences) => findImportProblem(sentences[why][0] ?? '')?.gaps
  assert.deepEqual(gapsOf('foreign'), { compared: '120', matched: '7' })
  assert.deepEqual(gapsOf('tooLarge'), { limit: '200' })
  assert.deepEqual(gapsOf('severalInZip'), { name: 'a/My. chat.txt' })
  assert.deepEqual(gapsOf('encryptedZip'), { name: '_chat.txt' })
  assert.deepEqual(gapsOf('tooMany'), { most: '5' })
  for (const [why, [sentence = '']] of Object.entries(sentences)) {
    const text = en.imports.problems[why as keyof typeof sentences]
    const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
    for (const name of names) assert.ok(findImportProblem(sentence)?.gaps[name], `${why} needs ${name}`)
  }
})

function recognised(beginning: string): string {
  const found = recognise(new TextEncoder().encode(beginning))
  assert.ok(found.format === null)
  return found.sentence
}

function noHistoryInZip(): string {
  return 'There is no chat history in this zip file that we can read'
}

function step(state: ImportState, wish: ImportWish): string {
  return refusalOf(() => decideStep({ number: 3, state }, wish, { isOtherAtWork: false }))
}

function refusalOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return (error as { detail: string }).detail
  }
  throw new Error('It was allowed')
}
