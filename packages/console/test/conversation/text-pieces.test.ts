import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPieces } from '../../src/conversation/message/text-pieces.ts'

test('links and mentions are pieces of their own', () => {
  assert.deepEqual(findPieces('@Mika see www.example.com, please', [{ start: 0, length: 5, userId: 'U1' }]), [
    { kind: 'mention', text: '@Mika', userId: 'U1' },
    { kind: 'plain', text: ' see ' },
    {
      kind: 'link',
      text: 'www.example.com',
      link: { start: 5, text: 'www.example.com', href: 'https://www.example.com/' },
    },
    { kind: 'plain', text: ', please' },
  ])
})

test('joining the pieces gives the text, whatever mentions the platform sends', () => {
  const text = '@Mika see https://example.com/ 👍 @Ken'
  const mentions = [
    [],
    [{ start: 0, length: 5, userId: null }],
    [
      { start: 34, length: 4, userId: null },
      { start: 0, length: 5, userId: null },
    ],
    [{ start: 0, length: 500, userId: null }],
    [
      { start: 2, length: 3, userId: null },
      { start: 0, length: 5, userId: null },
    ],
    [{ start: 10_000, length: 1, userId: null }],
  ]
  for (const spans of mentions) {
    assert.equal(
      findPieces(text, spans)
        .map((piece) => piece.text)
        .join(''),
      text,
    )
  }
  assert.deepEqual(findPieces(text, [{ start: 0, length: 5, userId: null }])[0], {
    kind: 'mention',
    text: '@Mika',
    userId: '',
  })
})
