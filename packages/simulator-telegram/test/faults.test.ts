import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { after, test } from 'node:test'
import type { Content, Message } from '../src/index.ts'
import { openTelegram } from './support/telegram.ts'

async function openFiles(options = {}) {
  const opened = await openTelegram(options)
  const { telegram, flat, mai, call } = opened
  flat.invite({ asAdmin: true })
  const fileIdOf = (content: Content) => {
    const { document } = flat.say(mai, content).message as Message & { document: { file_id: string } }
    return document.file_id
  }
  const getFile = (fileId: string) => call('getFile', { file_id: fileId })
  const download = (path: string, token = telegram.token) => fetch(`${telegram.url}/file/bot${token}/${path}`)
  return { ...opened, fileIdOf, getFile, download }
}

test('a file keeps its unique id, and gets another id each time', async () => {
  const { fileIdOf, getFile } = await openFiles()
  const first = await getFile(fileIdOf({ type: 'document' }))
  const second = await getFile(first.result.file_id)
  assert.notEqual(first.result.file_id, second.result.file_id)
  assert.equal(first.result.file_unique_id, second.result.file_unique_id)
})

test('links work for an hour, with the right token', async () => {
  const { fileIdOf, getFile, download, time } = await openFiles()
  const fileId = fileIdOf({ type: 'document', bytes: Buffer.from('a file'), fileName: 'a.txt' })
  const { file_path: path } = (await getFile(fileId)).result
  assert.equal(await (await download(path)).text(), 'a file')
  assert.equal((await download(path, '1:wrong')).status, 401)
  assert.equal((await download(path.replace('file_', 'file_x'))).status, 404)
  time.now += 3_600_001
  assert.equal((await download(path)).status, 404)
  await getFile(fileId)
  assert.equal((await download(path)).status, 200)
})

test('large files are refused, and others can be unavailable for a while', async () => {
  const { telegram, fileIdOf, getFile } = await openFiles()
  const words = async (fileId: string) => (await getFile(fileId)).body.description
  const limit = 20 * 1024 * 1024
  assert.equal(await words(fileIdOf({ type: 'document', sizeBytes: limit + 1 })), 'Bad Request: file is too big')
  assert.equal(await words(fileIdOf({ type: 'document', sizeBytes: limit })), undefined)
  const unavailable = 'Bad Request: wrong file_id or the file is temporarily unavailable'
  telegram.faults.add({ on: 'getFile', do: 'unavailable', times: 1 })
  const fileId = fileIdOf({ type: 'document' })
  assert.equal(await words(fileId), unavailable)
  assert.equal(await words(fileId), undefined)
  assert.equal(await words('nonsense'), unavailable)
})

test('a server of our own has files on its disk, of any size', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'telegram-files-'))
  after(() => rmSync(folder, { recursive: true }))
  const { fileIdOf, getFile, download } = await openFiles({ local: { folder } })
  const fileId = fileIdOf({ type: 'document', bytes: Buffer.from('a file'), sizeBytes: 2e9, fileName: 'a.txt' })
  const { file_path: path } = (await getFile(fileId)).result
  assert.ok(isAbsolute(path))
  assert.equal(readFileSync(path, 'utf8'), 'a file')
  assert.equal((await download(path.slice(folder.length + 1))).status, 404)
})

test('downloads break in the middle', async () => {
  const { telegram, fileIdOf, getFile, download } = await openFiles()
  const bytes = Buffer.alloc(100_000, 'a')
  const { file_path: path } = (await getFile(fileIdOf({ type: 'document', bytes }))).result
  telegram.faults.add({ on: 'file', do: 'drop-mid-body', times: 1 })
  telegram.faults.add({ on: 'file', do: 'short-body', times: 1 })
  await assert.rejects((await download(path)).arrayBuffer())
  assert.equal((await (await download(path)).arrayBuffer()).byteLength, 50_000)
  assert.equal((await (await download(path)).arrayBuffer()).byteLength, 100_000)
})

test('calls fail in every way', async () => {
  const { telegram, flat, call } = await openFiles()
  const send = () => call('sendMessage', { chat_id: flat.id, text: 'hi' })
  const fail = (kind: Parameters<typeof telegram.faults.add>[0]['do']) =>
    telegram.faults.add({ on: 'sendMessage', do: kind, times: 1 })
  for (const kind of ['401', '403', '404', '429', '500', '502'] as const) {
    fail(kind)
    assert.equal((await send()).status, Number(kind))
  }
  fail('502')
  assert.match((await send()).text, /^<!DOCTYPE html>/)
  fail('drop')
  await assert.rejects(send())
  assert.equal(telegram.sent.length, 0)
  fail('accept-then-drop')
  await assert.rejects(send())
  fail('accept-then-500')
  assert.equal((await send()).status, 500)
  assert.equal(telegram.sent.length, 2, 'both were sent')
  fail('delay')
  assert.equal((await send()).status, 200)
})

test('only the newest token works, and a bot that logged out cannot come back for ten minutes', async () => {
  const { telegram, call, time } = await openFiles()
  const old = telegram.token
  telegram.revokeToken()
  assert.deepEqual((await call('getMe', {}, old)).body, { ok: false, error_code: 401, description: 'Unauthorized' })
  assert.equal((await call('getMe')).status, 200)
  assert.equal((await call('getMeNot')).status, 404)
  await call('logOut')
  assert.deepEqual([(await call('getMe')).status, (await call('getMe')).body.description], [400, 'Logged out'])
  time.now += 10 * 60_000
  assert.equal((await call('getMe')).status, 200)
})

test('calls are understood in every form', async () => {
  const { telegram, flat } = await openFiles()
  const base = `${telegram.url}/bot${telegram.token}`
  const text = (name: string) => `chat_id=${flat.id}&text=${name}`
  await fetch(`${base}/SENDMESSAGE?${text('query')}`)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  await fetch(`${base}/sendmessage`, { method: 'POST', headers: form, body: text('form') })
  const parts = new FormData()
  parts.set('chat_id', String(flat.id))
  parts.set('text', 'parts')
  await fetch(`${base}/sendMessage`, { method: 'POST', body: parts })
  assert.deepEqual(
    telegram.sent.map(({ message }) => message.text),
    ['query', 'form', 'parts'],
  )
})
