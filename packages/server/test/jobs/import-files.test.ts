import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertSame, canonical, shown } from '../support/imports/shown-messages.ts'
import { patchZip, zipOf } from '../support/imports/zip-of.ts'
import { importMoves } from './import-moves.ts'
import { openJobHarness } from './job-harness.ts'

/** As WhatsApp on an iPhone saves it: a line for each file. */
function chatOf(...names: string[]): string {
  const lines = names.map((name, minute) => `[01/13/26, 09:${10 + minute}:00] Mika: \u200e<attached: ${name}>`)
  return ['[01/13/26, 09:00:00] Kenji: look at these', ...lines, ''].join('\r\n')
}

const choices = {
  zone: { timezone: 'UTC' },
  people: [
    { name: 'Mika', is: 'member', memberId: 'U-mika' },
    { name: 'Kenji', is: 'member', memberId: 'U-kenji' },
  ],
}

describe('the files in an archive', async () => {
  const harness = await openJobHarness()
  const { store } = harness
  const moves = await importMoves(harness)
  const { newChannel, merge, undo, workAll, dieAfter } = moves

  const filesIn = async (channel: string) =>
    (await shown(store, channel)).flatMap(({ text, entry: { media } }) =>
      media ? [[text, media.state === 'lost' ? media.reason : media.state]] : [],
    )
  const photo = (name: string, content = `bytes of ${name}`) => ({ path: name, content, compress: false })
  const names = ['1-PHOTO-1.jpg', '2-PHOTO-2.jpg', '3-VIDEO-3.mp4', '4-plan.pdf']

  test('are kept like any other media, equal ones once, and go with the last import that has them', async () => {
    const channel = await newChannel()
    const before = await harness.countFiles()
    const zip = await zipOf([
      { path: '_chat.txt', content: chatOf(...names, '5-PHOTO-5.jpg') },
      ...names.slice(1).map((name) => photo(name)),
      photo('1-PHOTO-1.jpg', 'bytes of 2-PHOTO-2.jpg'),
    ])
    const first = await merge(channel, zip, choices)
    await workAll()
    assert.deepEqual(await filesIn(channel), [
      ['image', 'stored'],
      ['image', 'stored'],
      ['video', 'stored'],
      ['file', 'stored'],
      ['image', 'the imported chat history doesn’t contain the file'],
    ])
    assert.equal(await harness.countFiles(), before + 3)
    assert.equal(harness.outcomes.filter((outcome) => outcome === 'make-preview done').length, 2)
    const alone = await canonical(store, channel)
    const second = await merge(channel, await zipOf([{ path: '_chat.txt', content: chatOf(...names) }]), choices)
    await workAll()
    await undo(channel, second)
    assertSame(await canonical(store, channel), alone)
    await undo(channel, first)
    assert.deepEqual([await filesIn(channel), await harness.countFiles()], [[], before])
  })

  test('come in once if the service dies in between', async () => {
    const [whole, cut] = [await newChannel(), await newChannel()]
    const zip = await zipOf([{ path: '_chat.txt', content: chatOf(...names) }, ...names.map((name) => photo(name))])
    await merge(whole, zip, choices)
    await workAll()
    const before = await harness.countFiles()
    const importNo = await merge(cut, zip, choices)
    await dieAfter('add-imported', 2)
    assert.deepEqual(await filesIn(cut), await filesIn(whole))
    assert.equal(await harness.countFiles(), before)
    await undo(cut, importNo)
    assert.equal(await harness.countFiles(), before, 'the other channel has the same files')
  })

  test('show why they are missing if they are damaged or too large', async () => {
    const channel = await newChannel()
    const before = await harness.countFiles()
    const zip = await zipOf([
      { path: '_chat.txt', content: chatOf('1-PHOTO-1.jpg', '2-PHOTO-2.jpg', '3-PHOTO-3.jpg', '4-PHOTO-4.jpg') },
      photo('1-PHOTO-1.jpg', 'an original'),
      photo('2-PHOTO-2.jpg', 'x'.repeat(2_000)),
      photo('3-PHOTO-3.jpg', ''),
      photo('4-PHOTO-4.jpg', 'fine'),
    ])
    const importNo = await merge(channel, patchZip(zip, 'an original', 'an 0riginal'), choices)
    await workAll({ mostMediaBytes: 1_000 })
    assert.deepEqual(
      (await filesIn(channel)).map(([, why]) => why),
      [
        'the file is damaged in the imported chat history',
        'the file in the imported chat history is larger than this service saves',
        'the file is damaged in the imported chat history',
        'stored',
      ],
    )
    await undo(channel, importNo)
    assert.equal(await harness.countFiles(), before)
  })

  test('of an import and another one with better files: whichever is undone, the rest is as if it had been alone', async () => {
    const zipWith = (...some: string[]) =>
      zipOf([
        { path: '_chat.txt', content: chatOf(...names) },
        ...names.filter((name) => some.includes(name)).map((name) => photo(name)),
      ])
    const halves = [await zipWith(...names.slice(0, 2)), await zipWith(...names.slice(1))]
    for (const [first = '', second = ''] of [halves, halves.toReversed()]) {
      const channel = await newChannel()
      const only = await merge(channel, second, choices)
      await workAll()
      const alone = await canonical(store, channel)
      await undo(channel, only)
      const undone = await merge(channel, first, choices)
      await workAll()
      await merge(channel, second, choices)
      await workAll()
      assert.ok((await filesIn(channel)).every(([, state]) => state === 'stored'))
      await undo(channel, undone)
      assertSame(await canonical(store, channel), alone)
    }
  })
})
