import assert from 'node:assert/strict'
import type { ChannelImport, ImportChoicesChange, ImportDetail, ImportPreview } from '@innkeeper/contract'
import { eventually } from '../eventually.ts'
import type { Caller } from '../http/caller.ts'

/** A file as LINE's app for phones saves it, from lines such as `09:31 Mika hello`. */
export function lineFile(...lines: string[]): string {
  const records = lines.map((line) => line.replace(/^(\S+) (\S+) /, '$1\t$2\t'))
  const head = ['[LINE] Chat history in Hikers', 'Saved on: 2026/03/02 10:00', '', '2026/03/01(Sun)']
  return [...head, ...records, ''].join('\r\n')
}

/** The imports of a channel, as its owner uses them over the API. */
export function importsOf(owner: Caller, channelId: string) {
  const path = `/api/channels/${channelId}/imports`
  const send = (file: string | Uint8Array, query = '') => owner.request('POST', path + query, { raw: file })
  const get = async (number: number): Promise<ImportDetail> => {
    const { status, body, text } = await owner.get(`${path}/${number}`)
    assert.equal(status, 200, text)
    return body
  }
  const isOver = ({ state }: ChannelImport) => !['reading', 'writing', 'undoing'].includes(state)
  /** Waits until no job works on it. */
  const settled = (number: number) => eventually(() => get(number), isOver)
  const move = async (number: number, step: 'commit' | 'undo') => {
    const { status, text } = await owner.post(`${path}/${number}/${step}`)
    assert.equal(status, 200, text)
    return await settled(number)
  }
  return {
    path,
    send,
    get,
    settled,
    move,
    async upload(file: string | Uint8Array): Promise<ImportDetail> {
      const { status, body, text } = await send(file)
      assert.equal(status, 201, text)
      return await settled(body.number)
    },
    async change(number: number, change: ImportChoicesChange): Promise<ImportDetail> {
      const { status, text } = await owner.put(`${path}/${number}/choices`, change)
      assert.equal(status, 200, text)
      return await settled(number)
    },
    list: async (): Promise<ChannelImport[]> => (await owner.get(path)).body.imports,
  }
}

export function previewOf({ preview, state, reason }: ImportDetail): ImportPreview {
  assert.ok(preview, `${state}: ${reason}`)
  return preview
}
