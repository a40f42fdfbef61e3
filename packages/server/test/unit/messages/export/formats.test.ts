import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, test } from 'node:test'
import { exportFormatNames } from '@innkeeper/contract'
import { parse } from 'csv-parse/sync'
import type { ExportRecord, HappeningEntry } from '../../../../src/domain/messages/export/records.ts'
import { exportHead, messageEntry, morning, renderExport, textEntry } from '../../../support/content/rendered-export.ts'

const joined: HappeningEntry = {
  kind: 'happening',
  time: morning,
  seq: 1,
  what: 'joined',
  person: { id: 'U2', name: 'Ana' },
  oldName: null,
  newName: null,
  missingSince: null,
}
const gap = { kind: 'gap', time: morning, seq: 2 } as const
const answer = { kind: 'answer', id: 7, time: morning, what: 'answer', texts: ['At nine.'], messageId: null } as const
const photo = messageEntry(
  { type: 'image', mediaKey: 'k', fileSize: 3 },
  {
    media: {
      state: 'stored',
      type: 'image',
      sha256: 'a'.repeat(64),
      sizeBytes: 3,
      path: 'media/2026-03-01 09.31 Mika.jpg',
      preview: null,
    },
  },
)

test('jsonl: each line is one record, and the last has the SHA-256 of everything before it', () => {
  const message = textEntry('Hello', { editedAt: morning + 1000, versions: [{ at: morning, content: 'Helo' }] })
  const text = renderExport('jsonl', [{ kind: 'person', id: 'U1', name: 'Mika', picture: null }, message, gap, photo])
  const lines = text.trimEnd().split('\n')
  const [head, person, said, unsent, image, end] = lines.map((line) => JSON.parse(line))
  assert.deepEqual([head.kind, head.format, head.month], ['export', 1, '2026-03'])
  assert.deepEqual(person, { kind: 'person', id: 'U1', name: 'Mika' })
  assert.deepEqual(Object.keys(said), [
    ...['kind', 'id', 'timestamp', 'sender', 'type', 'content', 'time', 'seq', 'editedAt', 'versions'],
  ])
  assert.deepEqual([said.content, said.versions], ['Hello', [{ at: morning, content: 'Helo' }]])
  assert.deepEqual(unsent, gap)
  assert.equal(image.media.path, 'media/2026-03-01 09.31 Mika.jpg')
  const before = text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)
  assert.equal(end.sha256, hash('sha256', before, 'hex'))
})

test('imported messages say from which program they are and not when they were imported, and people see it', () => {
  const details = { imported: { precisionMs: 60_000 } }
  const imported = textEntry('Hi', { imported: 'line', details })
  const reply = textEntry('Yes', { imported: 'whatsapp', details: { ...details, quotedMessageId: 'm-1' } })
  const [, said = '', replied = ''] = renderExport('jsonl', [imported, reply]).split('\n')
  assert.deepEqual(Object.keys(JSON.parse(said)), [
    ...['kind', 'id', 'timestamp', 'sender', 'type', 'content', 'time', 'imported'],
  ])
  assert.deepEqual(JSON.parse(said).imported, { format: 'line', precision: 'minute' })
  assert.deepEqual(JSON.parse(replied).details, { quotedMessageId: 'm-1' })
  const later = { ...imported, seq: 99_999 }
  assert.equal(renderExport('jsonl', [later]), renderExport('jsonl', [imported]), 'the number of arrival doesn’t show')
  for (const format of ['txt', 'md', 'transcript', 'html-single'] as const) {
    assert.match(renderExport(format, [imported]), /imported/, format)
    assert.doesNotMatch(renderExport(format, [textEntry('Hi')]), /imported/, format)
  }
})

test('jsonl: halves of characters in old messages become valid text, and nothing else is touched', () => {
  const broken = textEntry('a\ud83db\u0000 and \\ud83d as people write it')
  const [, line = ''] = renderExport('jsonl', [broken]).split('\n')
  assert.equal(JSON.parse(line).content, 'a\ufffdb\u0000 and \\ud83d as people write it')
})

describe('csv', () => {
  const formulas = [
    '=1+1',
    "=cmd|' /C calc'!A0",
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '＝1',
    '＋1',
    '－1',
    '＠1',
    "'=1",
  ]

  test('no cell begins like a formula, whoever wrote it', () => {
    const records = formulas.flatMap((text) => [
      textEntry(text, { name: text }),
      messageEntry({ type: 'file', mediaKey: 'k', fileSize: 1, fileName: text }, { id: text }),
    ])
    const rows: string[][] = parse(renderExport('csv', records), { bom: true })
    assert.equal(rows.length, records.length + 1)
    for (const cell of rows.flat()) assert.doesNotMatch(cell, /^[=+\-@\t\r\n＝＋－＠]/)
    assert.ok(
      rows.flat().some((cell) => cell === "'=1+1"),
      'control: the formulas are there',
    )
  })

  test('is a table with a byte order mark, CRLF, and local time beside UTC', () => {
    const text = renderExport('csv', [textEntry('two\nlines, "quoted"'), gap, answer, photo])
    assert.ok(text.startsWith('\ufeffid,time,local time,sender id,sender,type,text,file,edited\r\n'))
    const rows: string[][] = parse(text, { bom: true })
    assert.equal(rows.length, 3)
    assert.deepEqual(rows[1]?.slice(1, 7), [
      ...['2026-03-01T00:31:00Z', '2026-03-01 09:31:00', 'U1', 'Mika', 'text', 'two\nlines, "quoted"'],
    ])
    assert.equal(rows[2]?.[7], 'media/2026-03-01 09.31 Mika.jpg')
  })
})

test('txt: every message begins at the margin', () => {
  const reply = textEntry('Yes', { quoted: { id: 'm-0', message: textEntry('Tea?', { name: 'Ken' }).message } })
  const text = renderExport('txt', [joined, textEntry('one\r\ntwo'), reply, gap, answer, photo])
  assert.equal(
    text,
    [
      'Book club, 2026-03',
      'Times are in Asia/Tokyo.',
      '',
      '2026-03-01 09:31 [Ana joined]',
      '2026-03-01 09:31 Mika: one',
      '    two',
      '2026-03-01 09:31 Mika: (In reply to Ken) Yes',
      '2026-03-01 09:31 [Message deleted]',
      '2026-03-01 09:31 (Bot): At nine.',
      '2026-03-01 09:31 Mika: [Photo] media/2026-03-01 09.31 Mika.jpg',
      '',
    ].join('\n'),
  )
})

test('md: no message becomes markup, and pictures are relative', () => {
  const texts = [
    '# Heading',
    '- item',
    '1. item',
    '[x](javascript:alert(1))',
    '<b>',
    '![](https://x.example/y)',
    '    code',
  ]
  const text = renderExport('md', [...texts.map((one) => textEntry(one)), photo])
  for (const escaped of ['\\# Heading', '\\- item', '1\\. item', '\\[x\\]\\(javascript:alert\\(1\\)\\)', '\\<b\\>']) {
    assert.ok(text.includes(`\n${escaped}\n`), escaped)
  }
  assert.doesNotMatch(text, /^( {4}|#+ Heading|- |1\. )/m)
  assert.ok(text.includes('![Photo](../media/2026-03-01%2009.31%20Mika.jpg)'))
})

describe('line', () => {
  test('is what the app writes, in English', () => {
    const text = renderExport('line', [joined, textEntry('Good morning'), textEntry('two\nlines "here"'), photo, gap])
    assert.equal(
      text,
      [
        '[LINE] Chat history in Book club',
        'Saved on: 2026/03/01 09:31',
        '',
        '2026/03/01(Sun)',
        '09:31\t\tAna joined the group.',
        '09:31\tMika\tGood morning',
        '09:31\tMika\t"two\nlines ""here"""',
        '09:31\tMika\t[Photo]',
        '09:31\t\tMessage unsent.',
        '',
      ].join('\r\n'),
    )
  })

  test('is what the app writes, in Japanese, with a new date line for each day', () => {
    const tomorrow = textEntry('おはよう', { time: morning + 86_400_000 })
    const head = exportHead({ language: 'ja', name: '読書会' })
    assert.equal(
      renderExport('line', [joined, photo, tomorrow], head),
      [
        '[LINE] 読書会のトーク履歴',
        '保存日時：2026/03/01 09:31',
        '',
        '2026/03/01(日)',
        '09:31\t\tAnaが参加しました。',
        '09:31\tMika\t[写真]',
        '',
        '2026/03/02(月)',
        '09:31\tMika\tおはよう',
        '',
      ].join('\r\n'),
    )
  })

  test('a message that quotes a whole chat history stays one record', () => {
    const quoting = '2026/03/01(Sun)\n09:31\tMika\tnot a record'
    const records = renderExport('line', [textEntry(quoting)]).split('\r\n')
    assert.equal(records.filter((line) => line.startsWith('09:31\t')).length, 1)
  })
})

describe('transcript', () => {
  const text = renderExport('transcript', [joined, textEntry('<script>alert(1)</script>', { name: '<b>"\'&' }), photo])

  test('numbers every line, and lists every file with its checksum', () => {
    assert.deepEqual(
      [...text.matchAll(/<tr id="l(\d+)">/g)].map(([, number]) => number),
      ['1', '2', '3'],
    )
    assert.ok(text.includes(`<td class="sum">${'a'.repeat(64)}</td>`))
    assert.match(text, /size:A4/)
  })

  test('says on its cover and at the head of the day when messages may be missing, without numbering that', () => {
    const outages = [
      { reason: 'service-down', since: morning, until: morning + 3_600_000, recovered: 1, isCovered: false } as const,
    ]
    const records = [textEntry('Hello'), photo]
    const noted = renderExport('transcript', records, { ...exportHead(), outages })
    const why = 'The service wasn’t running · Messages that arrived later: 1'
    assert.ok(noted.includes(`<li>Messages from 2026-03-01 09:31 to 2026-03-01 10:31 may be missing · ${why}</li>`))
    const row = `<span class="note">Messages from 09:31 to 10:31 may be missing · ${why}</span>`
    assert.ok(noted.includes(`<tbody>\n<tr><td></td><td></td><td></td><td>${row}</td></tr>\n<tr id="l1">`))
    assert.equal(noted.match(/<tr id="l\d+">/g)?.length, 2)
    for (const name of ['csv', 'line'] as const) {
      const without = renderExport(name, records)
      assert.equal(renderExport(name, records, { ...exportHead(), outages }), without, `${name} has no room for notes`)
    }
  })

  test('contains no markup of messages, no script, and loads nothing', () => {
    assert.ok(text.includes('&lt;script&gt;alert(1)&lt;/script&gt;'))
    assert.doesNotMatch(text, /<script|<b>|\ssrc=|href=|url\(/)
    const style = /<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? ''
    const policy = /content="(default-src 'none'[^"]+)"/.exec(text)?.[1] ?? ''
    assert.ok(policy.includes(`'sha256-${hash('sha256', style, 'base64')}'`), 'its own style is allowed')
  })
})

const captioned = messageEntry(
  { type: 'image', mediaKey: 'k', fileSize: 3, caption: 'The kitchen\r\n<b>=1+1' },
  { media: photo.media, id: 'm-captioned' },
)

test('a caption is in every format, as text', () => {
  for (const name of exportFormatNames) {
    const text = renderExport(name, [captioned])
    assert.ok(text.includes('The kitchen'), name)
    const isPage = name.includes('html') || name === 'transcript'
    if (isPage) assert.ok(text.includes('The kitchen\n&lt;b&gt;=1+1'), name)
  }
  assert.ok(renderExport('txt', [captioned]).includes('Mika.jpg\n    The kitchen\n    <b>=1+1\n'))
  assert.ok(renderExport('md', [captioned]).includes('Mika.jpg)\n\nThe kitchen  \n\\<b\\>=1+1\n'))
  const rows: string[][] = parse(renderExport('csv', [captioned]), { bom: true })
  assert.equal(rows[1]?.[6], 'The kitchen\n<b>=1+1')
  const plan = { type: 'file', mediaKey: 'k', fileSize: 3, fileName: 'plan.pdf', caption: 'Of the house' }
  const [, row]: string[][] = parse(renderExport('csv', [messageEntry(plan)]), { bom: true })
  assert.equal(row?.[6], 'plan.pdf\nOf the house')
})

test('line: a caption is another message of the same person, as other programs expect', () => {
  const lines = renderExport('line', [captioned]).split('\r\n')
  assert.deepEqual(lines.slice(-3), ['09:31\tMika\t[Photo]', '09:31\tMika\t"The kitchen\n<b>=1+1"', ''])
})

test('a reply to a file quotes its caption', () => {
  const reply = textEntry('Nice', { quoted: { id: captioned.id, message: captioned.message } })
  assert.ok(renderExport('md', [reply]).includes('\\[Photo\\] The kitchen'))
})

test('a name that turns writing around is shown as what it is, in every format for people', () => {
  for (const name of ['txt', 'md', 'line', 'transcript', 'csv'] as const) {
    const text = renderExport(name, [textEntry('Hello', { name: 'evil\u202egpj.exe' })])
    assert.ok(!text.includes('\u202e'), name)
    assert.match(text, /evil(<|\\<|&lt;)U\+202E(>|\\>|&gt;)gpj/, name)
  }
})

test('every format takes anything that a row can hold, and gives the same bytes again', () => {
  const long = '字'.repeat(5000)
  const records: ExportRecord[] = [
    ...['', '\u0000', '\ud83d', 'a\u0000\udc00', long, '\u2028\u2029', '=1'].flatMap((text) => [
      textEntry(text, { name: text }),
      messageEntry({ type: 'file', mediaKey: 'k', fileSize: 1, fileName: text }, { name: '..' }),
      messageEntry({ type: 'location', latitude: 1, longitude: -2, address: text }, { name: 'CON' }),
    ]),
    messageEntry({ type: 'sticker', stickerId: '1', packageId: '2' }),
    { ...joined, what: 'renamed', oldName: '\ud83d', newName: '\u0000', missingSince: morning - 1 },
    answer,
    gap,
    photo,
  ]
  for (const name of exportFormatNames) {
    const text = renderExport(name, records)
    assert.ok(text.isWellFormed(), name)
    assert.equal(renderExport(name, records), text, name)
    assert.ok(name === 'jsonl' || !text.includes('\u0000'), name)
  }
})

test('an export without messages is still a whole file', () => {
  for (const name of exportFormatNames) assert.doesNotThrow(() => renderExport(name, []), name)
  assert.match(renderExport('transcript', []), /No messages\.[\s\S]+<\/html>\n$/)
})
