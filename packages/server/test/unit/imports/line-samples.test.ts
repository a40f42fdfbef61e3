import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { countLines, describe, describeTime, readHistory } from '../../support/imports/read-history.ts'

const folder = new URL('../../fixtures/line-history/', import.meta.url)

type Expected = { title?: string; savedAt?: string; items: readonly string[] }

const samples: Record<string, Expected> = {
  'line-en-desktop.txt': {
    items: [
      '1 date',
      // His name is only known from the line in which he unsent a message.
      '2+2 2026-03-01 16:23 Bob text “Today I found something:\nsecond line”',
      '4 2026-03-01 16:25 Alice Lee image {"mayBeText":"Photos"}',
      '5 2026-03-01 16:25 Alice Lee text “Whaaat”',
      '6 2026-03-01 16:26 note unsent Bob',
      '7 2026-03-01 16:27 note joined Carol',
      '8 2026-03-01 16:28 Alice Lee text “ok”',
      '9 blank',
    ],
  },
  'line-en-mobile-dmy.txt': {
    title: 'Mika',
    savedAt: '2026-03-08 21:15',
    items: [
      '1 title',
      '2 saved',
      '3 blank',
      '4 date',
      '5 2026-03-01 09:31 Mika text “Good morning”',
      '6 2026-03-01 12:00 Me text “noon”',
      '7 date',
      '8 2026-03-06 15:05 Mika sticker',
      '9 blank',
    ],
  },
  'line-en-mobile-mdy.txt': {
    title: 'Book club',
    savedAt: '2026-03-08 21:15',
    items: [
      '1 title',
      '2 saved',
      '3 blank',
      '4 date',
      '5 2026-03-01 09:31 Mika text “Good morning”',
      '6 2026-03-01 21:32 Ken image',
      '7 2026-03-01 21:33 Ken file {"fileName":"minutes.pdf"}',
      '8 2026-03-01 21:34 note joined Ana',
      '9 2026-03-01 21:35 note unsent Mika',
      '10 2026-03-01 21:36 note call Ken',
      '11 blank',
      '12 date',
      '13 2026-03-13 00:05 Mika text “late”',
      '14 blank',
    ],
  },
  'line-en-mobile-ymd.txt': {
    title: 'Mika',
    savedAt: '2026-03-08 21:15',
    items: ['1 title', '2 saved', '3 blank', '4 date', '5 2026-03-01 09:31 Mika text “hello”', '6 blank'],
  },
  'line-ja-desktop.txt': {
    items: [
      '1 date',
      '2 2026-03-01 09:31 ミカ text “おはよう”',
      '3+2 2026-03-01 09:32 田中 健 text “二行\n続き”',
      '5 2026-03-01 09:33 田中 健 image {"mayBeText":"画像"}',
      '6 2026-03-01 09:34 ミカ sticker {"mayBeText":"スタンプ"}',
      '7 2026-03-01 09:35 note unsent ミカ',
      '8 2026-03-01 09:36 田中 健 text “では”',
      '9 2026-03-01 09:37 ミカ text “はい”',
      '10 date',
      '11 2026-03-02 08:00 ミカ text “今日”',
      '12 blank',
    ],
  },
  'line-ja-mobile-12h.txt': {
    title: 'ミカ',
    savedAt: '2026-03-08 21:15',
    items: [
      '1 title',
      '2 saved',
      '3 blank',
      '4 date',
      '5 2026-03-01 00:05 ミカ text “真夜中”',
      '6 2026-03-01 09:31 ケン text “朝”',
      '7 2026-03-01 12:30 ミカ text “昼”',
      '8 2026-03-01 23:59 ケン text “夜”',
      '9 blank',
    ],
  },
  'line-ja-mobile-24h.txt': {
    title: '読書会',
    savedAt: '2026-03-08 21:15',
    items: [
      '1 title',
      '2 saved',
      '3 blank',
      '4 date',
      '5 2026-03-01 09:31 ミカ text “おはよう”',
      '6 2026-03-01 09:31 ミカ text “おはよう”',
      '7+2 2026-03-01 09:32 ケン text “二行目に\n続く "引用" です”',
      '9 2026-03-01 09:33 ミカ image',
      '10 2026-03-01 09:33 ミカ image',
      '11 2026-03-01 09:40 note joined アナ',
      '12 2026-03-01 09:41 note unsent ケン',
      '13 2026-03-01 09:42 note unsent',
      '14 2026-03-01 10:00 note call ケン',
      '15 2026-03-01 10:05 note call ミカ',
      '16 2026-03-01 10:06 ミカ text “(emoji)”',
      '17 2026-03-01 10:07 アナ text “列\tの中に\tタブ”',
      '18 blank',
      '19 date',
      '20+6 2026-03-02 00:10 ケン text “昔の記録:\n2025/01/01(水)\n00:00\tケン\tあけおめ\n\n2025/01/02(木)\n07:00\tミカ\tおはよう”',
      '26 2026-03-02 00:11 ミカ text “"閉じない引用”',
      '27 2026-03-02 00:05 ケン text “零時五分”',
      '28 blank',
    ],
  },
  'line-th-desktop.txt': {
    items: [
      '1 date',
      '2 2026-03-01 08:35 สมหญิง text “สวัสดีค่ะ”',
      '3 2026-03-01 08:36 MR.HOME KOH SAMUI text “ครับผม”',
      '4 2026-03-01 08:37 สมหญิง image {"mayBeText":"รูป"}',
      '5 2026-03-01 08:38 MR.HOME KOH SAMUI text “ตาราง\tเม็ด\t16.05”',
      '6 2026-03-01 08:39 สมหญิง text “รับทราบค่ะ”',
      '7 2026-03-01 08:40 note unsent',
      '8 2026-03-01 08:41 note call MR.HOME KOH SAMUI',
      '9 blank',
    ],
  },
  'line-th-mobile.txt': {
    title: 'ชมรมหนังสือ',
    savedAt: '2026-03-08 21:15',
    items: [
      '1 title',
      '2 saved',
      '3 blank',
      '4 date',
      '5 2026-03-01 08:54 note joined สมหญิง',
      '6 2026-03-01 08:55 สมชาย text “สวัสดีครับ”',
      '7 2026-03-01 09:00 สมหญิง image',
      '8 2026-03-01 09:01 สมหญิง sticker',
      '9+2 2026-03-01 09:02 สมชาย text “บรรทัดแรก\nบรรทัดสอง”',
      '11 blank',
      '12 date',
      '13 2026-03-02 10:00 สมหญิง text “ไปแล้ว”',
      '14 blank',
    ],
  },
  'line-zh-CN-mobile.txt': {
    title: '小美',
    savedAt: '2026-03-08 21:15',
    items: [
      '1 title',
      '2 saved',
      '3 blank',
      '4 date',
      '5 2026-03-01 09:05 小美 text “早”',
      '6 2026-03-01 15:04 阿明 image',
      '7 blank',
    ],
  },
  'line-zh-TW-mobile-12h.txt': {
    title: '小美',
    savedAt: '2026-03-08 21:15',
    items: [
      '1 title',
      '2 saved',
      '3 blank',
      '4 date',
      '5 2026-03-01 00:05 小美 text “早”',
      '6 2026-03-01 16:46 阿明 text “好”',
      '7 2026-03-01 16:46 阿明 text “好”',
      '8 2026-03-01 16:47 小美 sticker',
      '9 2026-03-01 16:48 note call',
      '10 2026-03-01 16:49 note unsent 小美',
      '11 2026-03-01 16:50 note joined 阿明',
      '12 blank',
    ],
  },
  'line-zh-TW-mobile-week.txt': {
    title: '讀書會',
    savedAt: '2026-03-08 21:15',
    items: [
      '1 title',
      '2 saved',
      '3 blank',
      '4 date',
      '5 2026-03-01 17:21 A text “x”',
      '6 date',
      '7 2026-03-02 15:04 A text “hello”',
      '8 blank',
    ],
  },
}

test('there is an expectation for each sample', () => {
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.txt')),
    Object.keys(samples),
  )
})

for (const [name, expected] of Object.entries(samples)) {
  test(`${name} is read exactly, however it’s cut into pieces`, async () => {
    const bytes = readFileSync(new URL(name, folder))
    for (const pieceBytes of [1, 7, 4096]) {
      const { head, items } = await readHistory(bytes, {}, pieceBytes)
      assert.equal(head.format, 'line')
      assert.equal(head.title, expected.title)
      assert.equal(head.savedAt && describeTime(head.savedAt), expected.savedAt)
      assert.deepEqual(head.questions, [])
      assert.deepEqual(items.map(describe), expected.items)
      assert.equal(countLines(items), bytes.toString().split('\n').length - 1)
    }
  })
}
