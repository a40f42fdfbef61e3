import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SearchHit } from '@innkeeper/contract'
import { linesOf } from '../../src/search/results/hit-lines.ts'
import { imageItem, textItem } from '../conversation/timeline-items.ts'
import { answerItem, textHit } from './hits.ts'

const mark = [{ start: 1, length: 2 }]

describe('a search result', () => {
  const fileItem = { ...imageItem(1, null), type: 'file', fileName: 'plan.pdf' } as unknown as SearchHit['item']
  const location = {
    ...textItem(1),
    type: 'location',
    address: 'Pier 4',
    title: 'Harbour',
  } as unknown as SearchHit['item']
  const cases: [name: string, hit: SearchHit, texts: string[], sender: number][] = [
    ['its text', textHit(1), ['text 1'], 0],
    ['its file name', textHit(1, { item: fileItem, field: 'fileName' }), ['plan.pdf'], 0],
    [
      'all fields in which words were found',
      textHit(1, { item: location, field: 'address', more: [{ field: 'title', bubble: 0, highlights: mark }] }),
      ['Pier 4', 'Harbour'],
      0,
    ],
    ['its text if only the name was found', textHit(1, { field: 'sender', highlights: mark }), ['text 1'], 1],
    [
      'the name and the text if both were found',
      textHit(1, { more: [{ field: 'sender', bubble: 0, highlights: mark }] }),
      ['text 1'],
      1,
    ],
    [
      'an earlier version',
      textHit(1, { version: { content: 'text as it was', at: '2026-03-01T08:00:00Z' } }),
      ['text as it was'],
      0,
    ],
    [
      'what the bot said',
      textHit(1, { item: answerItem('7', ['Hello', 'At nine']), field: 'texts', bubble: 1, highlights: mark }),
      ['At nine'],
      0,
    ],
    ['everything if no words were searched for', textHit(1, { field: null, highlights: [] }), ['text 1'], 0],
    [
      'title and address of a place',
      textHit(1, { item: location, field: null, highlights: [] }),
      ['Harbour · Pier 4'],
      0,
    ],
    ['no text of a picture', textHit(1, { item: imageItem(1, null), field: null, highlights: [] }), [], 0],
  ]
  for (const [name, hit, texts, sender] of cases) {
    it(`shows ${name}`, () => {
      const lines = linesOf(hit)
      assert.deepEqual(
        lines.texts.map(({ text }) => text),
        texts,
      )
      assert.equal(lines.sender.highlights.length, sender)
    })
  }
})
