import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { message } from '../../support/content/events.ts'
import { finishErasures } from '../../support/finish-erasures.ts'
import { importsOf, lineFile, previewOf } from '../../support/imports/owner-imports.ts'
import { startTestService } from '../../support/test-service.ts'

const mib = 1024 * 1024
const service = await startTestService({ INNKEEPER_IMPORT_LIMIT: '1' })
const owner = await service.caller('U-owner')
const start = Date.parse('2026-03-01T09:00:00Z')
let channels = 0

async function newGroup(people: object = {}) {
  const channelId = `C-refused-${++channels}`
  await service.channel(channelId, { owner: 'U-owner', members: ['U-kenji'], subscribers: ['U-owner'], ...people })
  return { channelId, imports: importsOf(owner, channelId) }
}
const hello = lineFile('09:31 Ann hello there')

describe('an upload is refused', () => {
  const refuse = async (file: string | Uint8Array, sentence: RegExp) => {
    const { imports } = await newGroup()
    const { status, body } = await imports.send(file)
    assert.equal(status, 400)
    assert.match(body.error, sentence)
    assert.deepEqual(await imports.list(), [])
  }
  test('without a file', () => refuse('', /This file is empty/))
  test('if it’s larger than the operator allows', () =>
    refuse(Buffer.alloc(mib + 1, 'x'), /too large; at most 1 MiB.*INNKEEPER_IMPORT_LIMIT/))

  test('if it turns out to be too large while it arrives, and leaves nothing behind', async () => {
    const { channelId } = await newGroup()
    const pieces = async function* () {
      for (let sent = 0; sent < 40; sent++) yield Buffer.alloc(mib / 16, 'x')
    }
    const response = await fetch(`${service.url}/api/channels/${channelId}/imports`, {
      method: 'POST',
      headers: { authorization: owner.authorization ?? '' },
      body: ReadableStream.from(pieces()),
      duplex: 'half',
    } as RequestInit)
    assert.equal(response.status, 400)
    assert.match(((await response.json()) as { error: string }).error, /at most 1 MiB/)
    for await (const { sha256 } of service.blobs.list()) assert.ok(await service.store.isBlobReferenced(sha256), sha256)
  })

  test('from anyone but the owner, and with a name that is too long', async () => {
    const { imports, channelId } = await newGroup({ admins: ['U-admin'], subscribers: ['U-owner', 'U-admin'] })
    const admin = importsOf(await service.caller('U-admin'), channelId)
    assert.equal((await admin.send(hello)).status, 403)
    const long = await imports.send(hello, `?fileName=${'x'.repeat(201)}`)
    assert.deepEqual([long.status, long.body.error], [400, 'fileName must be at most 200 characters long'])
  })

  test('while the owner has no backup or the owner turned backups off', async () => {
    const { imports } = await newGroup({ subscribers: [] })
    assert.deepEqual((await imports.send(hello)).body, { error: 'Not a subscriber' })
    const other = await newGroup()
    await owner.put(`/api/channels/${other.channelId}/settings`, { backup: 'off' })
    assert.deepEqual((await other.imports.send(hello)).body, { error: 'Not a subscriber' })
  })

  test('if five imports of the channel haven’t ended', async () => {
    const { channelId, imports } = await newGroup()
    const [by, at] = [{ kind: 'operator' } as const, service.clock.now]
    for (let importNo = 1; importNo <= 5; importNo++) {
      const file = { fileName: 'history.txt', ...(await service.putFile(Buffer.from(hello + importNo))), choices: '{}' }
      await service.store.write<'open-history'>({ kind: 'open-history', by, at, channelId, ...file })
      // Nothing has to be read for this.
      const read = { at, channelId, importNo, reading: 1, result: { refused: 'Not needed' } }
      await service.store.write<'record-history'>({ kind: 'record-history', ...read })
    }
    const sixth = await imports.send(hello)
    assert.equal(sixth.status, 409)
    assert.match(sixth.body.error, /5 imports that aren’t finished/)
    assert.equal((await owner.delete(`${imports.path}/3`)).body.state, 'dropped')
    assert.equal((await imports.send(hello)).status, 201)
  })
})

describe('a file is refused when it is read', () => {
  const bomb = Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(2_000)])
  for (const [name, file, sentence] of [
    ['a diary', 'Dear diary, nothing happened today.\n', /recognize/],
    ['random bytes', randomBytes(5_000), /not a chat history/],
    ['a ZIP file that isn’t one', bomb, /zip|ZIP/],
  ] as const) {
    test(name, async () => {
      const { imports } = await newGroup()
      const { state, reason, preview } = await imports.upload(file)
      assert.deepEqual([state, preview], ['refused', null])
      assert.match(reason ?? '', sentence)
    })
  }

  test('another group’s history, unless the owner wants it anyway', async () => {
    const { channelId, imports } = await newGroup()
    const times = Array.from({ length: 30 }, (_, index) => start + index * 60_000)
    await service.receive(
      times.map((at, index) =>
        message(channelId, at, {
          id: `m${index}`,
          from: 'U-owner',
          content: { type: 'text', text: `Ours is ${index}` },
        }),
      ),
    )
    const clock = (index: number) => `09:${String(index).padStart(2, '0')}`
    const foreign = lineFile(...times.map((_, index) => `${clock(index)} Ann Theirs is ${index}`))
    const { state, reason } = await imports.upload(foreign)
    assert.equal(state, 'refused')
    assert.match(reason ?? '', /Of 30 messages that should be here already, only 0 are.*another chat/)
    assert.equal((await owner.post(`${imports.path}/1/commit`)).status, 409)
    const anyway = await imports.change(1, { anyway: true })
    assert.deepEqual([anyway.state, anyway.figures?.new], ['ready', 30])
  })
})

describe('a step that doesn’t fit is refused with 409', () => {
  const steps = async (path: string) => {
    const answers = [
      await owner.post(`${path}/commit`),
      await owner.post(`${path}/undo`),
      await owner.delete(path),
      await owner.put(`${path}/choices`, { timezone: 'Asia/Tokyo' }),
    ]
    return answers.map(({ status, body }) => (status === 200 ? 200 : `${status} ${body.error}`))
  }

  test('of two imports that are committed at once, one is carried out, and the other one waits until it has ended', async () => {
    const { channelId, imports } = await newGroup()
    await imports.upload(hello)
    await imports.upload(lineFile('09:40 Ann and bye'))
    const change = (text: string) =>
      service.environment.withSql(async (sql) => {
        const where = 'where channel = (select channel from channels where channel_id = ?)'
        await sql.run(`update imports set ${text} ${where}`, channelId)
      })
    // Without its file, an import stays where it is.
    await change('file_sha256 = null')
    const commit = (number: number) => owner.post(`${imports.path}/${number}/commit`)
    const answers = await Promise.all([commit(1), commit(2)])
    const [winner, loser] = answers[0]?.status === 200 ? [1, 2] : [2, 1]
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    const sentence = /^Another import of this channel is running or being undone/
    assert.match(answers[loser - 1]?.body.error, sentence)
    assert.deepEqual(await steps(`${imports.path}/${winner}`), [
      `409 Only an import with a preview can be committed. Import ${winner} is running`,
      `409 Only an import that is finished can be undone. Import ${winner} is running`,
      `409 It has begun to write messages, so it can only be undone. Import ${winner} is running`,
      `409 Its time zone and its people can’t be changed any more. Undo it and upload the file again. Import ${winner} is running`,
    ])
    assert.match((await commit(loser)).body.error, sentence)
    await change("state = case when state = 'writing' then 'done' else state end")
    assert.equal((await commit(loser)).status, 200)
  })

  test('an import that has ended', async () => {
    const { imports } = await newGroup()
    await imports.upload(hello)
    assert.equal((await imports.move(1, 'commit')).state, 'done')
    assert.deepEqual(await steps(`${imports.path}/1`), [
      '409 Only an import with a preview can be committed. Import 1 is finished',
      200,
      '409 It has begun to write messages, so it can only be undone. Import 1 is being undone',
      '409 Its time zone and its people can’t be changed any more. Undo it and upload the file again. Import 1 is being undone',
    ])
  })

  test('one that doesn’t exist is not found', async () => {
    const { imports } = await newGroup()
    for (const number of ['1', '0', '-1', '1e3', 'x', '99999999999'])
      assert.deepEqual((await owner.get(`${imports.path}/${number}`)).body, { error: 'Import not found' })
  })
})

test('every line that can’t be read is listed with its number, until the import ends', async () => {
  const { imports } = await newGroup()
  const lines = Array.from({ length: 2_500 }, (_, index) =>
    index % 2 === 0 ? `09:31 Ann Line ${index}` : '99:99 Ann ?',
  )
  const ready = await imports.upload(lineFile(...lines))
  assert.deepEqual([ready.figures?.unread, previewOf(ready).unreadLines.length], [1_250, 100])
  const { status, text, headers } = await owner.get(`${imports.path}/1/unread`)
  assert.deepEqual([status, headers.get('content-type')], [200, 'text/csv; charset=utf-8'])
  assert.equal(headers.get('content-disposition')?.includes('import-1-unread.csv'), true)
  const [head, ...rows] = text.trimEnd().split('\r\n')
  assert.equal(head, 'line,lines,reason')
  const numbers = lines.flatMap((line, index) => (line.startsWith('99') ? `${index + 5},1,bad-time` : []))
  assert.deepEqual(rows, numbers)
  assert.equal((await owner.delete(`${imports.path}/1`)).status, 200)
  const gone = await owner.get(`${imports.path}/1/unread`)
  assert.deepEqual([gone.status, /Upload it again/.test(gone.body.error)], [409, true])
  // A file that isn’t a chat history has no lines to list.
  await imports.upload('Dear diary\n')
  const diary = await owner.get(`${imports.path}/2/unread`)
  assert.deepEqual([diary.status, /recognize/.test(diary.body.error)], [400, true])
})

test('where someone was erased, a name that fits no one is left out until the owner decides', async () => {
  const { channelId, imports } = await newGroup()
  const erasing = { by: { kind: 'operator' }, at: service.clock.now, userId: 'U-kenji', channelId } as const
  await service.store.write<'erase-person'>({ kind: 'erase-person', ...erasing })
  // Until it's finished, it ends imports.
  await finishErasures(service.store, service.clock.now)
  const held = await imports.upload(hello)
  assert.deepEqual([held.figures?.new, held.figures?.leftOut], [0, [{ reason: 'undecided', messages: 1 }]])
  assert.deepEqual(previewOf(held).questions, [{ ask: 'people', people: 1, because: ['erased'] }])
  const [ann] = previewOf(held).people
  assert.deepEqual([ann?.name, ann?.is, ann?.isChosen, ann?.mayBeGone], ['Ann', 'left-out', false, true])
  const decided = await imports.change(1, { people: [{ name: 'Ann', is: 'outsider' }] })
  assert.deepEqual([decided.figures?.new, previewOf(decided).questions], [1, []])
  assert.equal(previewOf(decided).people[0]?.mayBeGone, false)
})

test('people are only mapped to people of the channel', async () => {
  const { imports } = await newGroup({ members: ['U-kenji'], left: ['U-gone'] })
  await imports.upload(hello)
  const refused = async (person: object) =>
    (await owner.put(`${imports.path}/1/choices`, { people: [{ name: 'Ann', ...person }] })).body.error
  assert.match(
    await refused({ is: 'member', memberId: 'U-stranger' }),
    /people\[0\].memberId must be the ID of a person in/,
  )
  assert.match(await refused({ is: 'member' }), /people\[0\].memberId is missing/)
  assert.match(await refused({ is: 'left-out', memberId: 'U-kenji' }), /memberId only goes with/)
  const gone = await imports.change(1, { people: [{ name: 'Ann', is: 'member', memberId: 'U-gone' }] })
  assert.equal(previewOf(gone).people[0]?.memberId, 'U-gone')
  const out = await imports.change(1, { people: [{ name: 'Ann', is: 'left-out' }] })
  assert.deepEqual(out.figures?.leftOut, [{ reason: 'excluded', messages: 1 }])
  const forgotten = await imports.change(1, { people: [] })
  assert.deepEqual([previewOf(forgotten).people[0]?.is, forgotten.choices?.people], ['outsider', []])
})
