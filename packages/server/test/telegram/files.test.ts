import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { FileRef, MediaSource } from '../../src/ports/connector.ts'
import { answerWith, ok, refusalOf, refuse, silenceOf, token } from './platform.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c02', 'hex')
const group = { channelId: 'tg:-100', type: 'group' as const }

const message = { channel: group, messageId: 'tg:-100:1', type: 'file' as const }

type Options = Parameters<typeof answerWith>

async function open(file: FileRef, answers: Options[0], options: Options[1] = {}) {
  const { connector } = answerWith(answers, options)
  return await connector.media.open({ ...message, file })
}

async function bytesOf(source: MediaSource): Promise<string> {
  assert.equal(source.state, 'ready')
  const chunks = source.state === 'ready' ? await Array.fromAsync(source.body) : []
  return Buffer.concat(chunks).toString()
}

test('a file is downloaded from the address that Telegram names, with the type of its message', async () => {
  const { connector, callsOf } = answerWith({
    getFile: ok({ file_id: 'F', file_path: 'documents/file 1.pdf' }),
    file: () => new Response('the file', { headers: { 'content-length': '8' } }),
  })
  const source = await connector.media.open({ ...message, file: { ref: 'F', contentType: 'application/pdf' } })
  assert.equal(source.state === 'ready' && source.contentType, 'application/pdf')
  assert.equal(await bytesOf(source), 'the file')
  assert.equal(callsOf('file')[0]?.url, `https://api.example.com/file/bot${token}/documents/file%201.pdf`)
})

test('a file that is too large is lost with a reason that helps, also without asking', async () => {
  const bySize = await open({ ref: 'F', sizeBytes: 20 * 1024 * 1024 + 1 }, {})
  const byAnswer = await open({ ref: 'F' }, { getFile: refuse(400, 'Bad Request: file is too big') })
  for (const source of [bySize, byAnswer]) {
    assert.equal(source.state, 'lost')
    assert.match(source.state === 'lost' ? source.reason : '', /at most 20 MB.*local Bot API server/)
  }
})

test('a file that is temporarily unavailable comes later', async () => {
  const description = 'Bad Request: wrong file_id or the file is temporarily unavailable'
  assert.deepEqual(await open({ ref: 'F' }, { getFile: refuse(400, description) }), { state: 'preparing' })
  const expired = { getFile: ok({ file_path: 'a' }), file: () => new Response('', { status: 404 }) }
  assert.deepEqual(await open({ ref: 'F' }, expired), { state: 'preparing' })
})

test('half a file is no file', async () => {
  const source = await open(
    { ref: 'F' },
    { getFile: ok({ file_path: 'a' }), file: () => new Response('half', { headers: { 'content-length': '8' } }) },
  )
  await silenceOf(bytesOf(source))
})

test('a local Bot API server keeps files of any size in a folder, and nothing outside it is read', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'innkeeper-telegram-'))
  t.after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'files', token), { recursive: true })
  writeFileSync(join(folder, 'files', token, 'a.bin'), 'local')
  writeFileSync(join(folder, 'other'), 'secret')
  const openLocal = (path: string, sizeBytes: number) =>
    open({ ref: 'F', sizeBytes }, { getFile: ok({ file_path: path }) }, { filesFolder: join(folder, 'files') })
  const huge = 300 * 1024 * 1024
  assert.equal(await bytesOf(await openLocal(`/var/lib/telegram-bot-api/${token}/a.bin`, huge)), 'local')
  for (const path of [`/x/${token}/../../other`, '../other', `/x/${token}/missing`]) {
    const { message } = await silenceOf(openLocal(path, 1))
    assert.ok(!message.includes(token), message)
  }
})

test('a picture is known by an id that stays the same, and fetched without a stored address', async () => {
  const photo = { big_file_id: 'B', big_file_unique_id: 'UB', small_file_id: 'S', small_file_unique_id: 'US' }
  const { connector, callsOf } = answerWith({
    getChat: ok({ id: -100, type: 'supergroup', title: 'Flat', photo }),
    getFile: ok({ file_path: 'photos/1' }),
    getChatMember: ok({ status: 'member', user: { id: 5, first_name: 'Mai' } }),
    getUserProfilePhotos: ok({ total_count: 1, photos: [[{ file_id: 'P', file_unique_id: 'UP' }]] }),
    file: () => new Response(png),
  })
  const { profiles } = connector
  assert.deepEqual(await profiles.findChannel(group), { name: 'Flat', picture: { id: 'tg:UB', ref: 'B' } })
  assert.deepEqual(await profiles.getMember(group, 'tg:5'), { name: 'Mai', picture: { id: 'tg:UP', ref: 'P' } })
  assert.equal((await profiles.getPicture('P')).contentType, 'image/png')
  assert.equal(callsOf('getFile')[0]?.parameters.file_id, 'P')
})

test('a sticker is found in its set, and a moving one has a still picture', async () => {
  const stickers = [
    { file_id: 'A', file_unique_id: 'still' },
    { file_id: 'B', file_unique_id: 'moving', is_animated: true, thumbnail: { file_id: 'T' } },
  ]
  const { connector, callsOf } = answerWith({
    getStickerSet: ok({ name: 'cats', stickers }),
    getFile: ok({ file_path: 'stickers/1' }),
    file: () => new Response(png),
  })
  const getPicture = (stickerId: string, packageId = 'cats') => connector.stickers?.getPicture({ packageId, stickerId })
  await getPicture('still')
  await getPicture('moving')
  await connector.stickers?.getPicture({ packageId: '', stickerId: 'alone', ref: 'R' })
  assert.deepEqual(
    callsOf('getFile').map(({ parameters }) => parameters.file_id),
    ['A', 'T', 'R'],
  )
  assert.equal((await refusalOf(Promise.resolve(getPicture('gone')))).code, 'not-found')
  assert.equal((await refusalOf(Promise.resolve(getPicture('still', '')))).code, 'not-found')
})

test('people are counted without the bot, and the owner and admins are known by their own names', async () => {
  const members = [
    { status: 'administrator', user: { id: 6, first_name: 'Ken' } },
    { status: 'creator', is_anonymous: true, user: { id: 5, first_name: 'Mai' } },
    { status: 'administrator', user: { id: 7, is_bot: true, first_name: 'Bot' } },
    { status: 'administrator', user: 5 },
  ]
  const { connector } = answerWith({ getChatMemberCount: ok(12), getChatAdministrators: ok(members) })
  assert.equal(await connector.roster?.count(group), 11)
  assert.deepEqual(await connector.roster?.listAdmins?.(group), {
    owner: { userId: 'tg:5', displayName: 'Mai' },
    admins: [{ userId: 'tg:6', displayName: 'Ken' }],
  })
})
