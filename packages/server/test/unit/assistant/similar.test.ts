import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AnsweringRule, type Found, standardRule } from '../../../src/domain/assistant/answering/assistant.ts'
import { createLikeness } from '../../../src/domain/assistant/matching/similar.ts'

/** What people write in a channel: similar to a question, different from all, or related only in meaning. */
type Talk = {
  questions: Record<string, string[]>
  alike: Record<string, string[]>
  different: string[]
  beyond: Record<string, string[]>
}

const english: Talk = {
  questions: {
    'When do you open?': ['opening hours'],
    'Where can I park?': ['parking'],
    'How much is the membership fee?': ['membership fee'],
    'Who has the key to the hall?': ['key'],
    'How do I swap a shift?': ['shift swap'],
    'What is the wifi password?': ['wifi'],
    'Can I bring my dog?': ['dogs allowed'],
    'Is there a bus to the harbour?': ['bus'],
  },
  alike: {
    'When do you open?': [
      ...[
        'what time do you open tomorrow',
        'When are you open?',
        'what are your opening hours',
        'are you open on Monday',
      ],
      ...['when does it open on sundays?', 'at what time do the doors open?'],
    ],
    'Where can I park?': ['where to park the car?', 'is there parking nearby', 'any parking spots', 'parking?'],
    'How much is the membership fee?': [
      ...['how much does membership cost', 'what is the fee for members?', 'what does it cost to be a member'],
      'membership fees this year?',
    ],
    'Who has the key to the hall?': ['who has got the hall key', 'Does anybody know who has the key?'],
    'How do I swap a shift?': ['how can I swap my shift with someone?', 'I need to swap shifts, how does it work'],
    'What is the wifi password?': ['wifi password please', "what's the wi-fi password", 'password for the WiFi?'],
    'Can I bring my dog?': [
      'can we bring dogs?',
      'are dogs allowed',
      'is my dog allowed to come',
      'may I take my dog along?',
    ],
    'Is there a bus to the harbour?': [
      'does a bus go to the harbour',
      'which bus goes to the harbour?',
      'harbour bus times?',
    ],
  },
  different: [
    ...['I opened the door', 'see you tomorrow', 'what time is it', 'Where are you?', 'I left my umbrella at the hall'],
    ...['happy birthday!', 'who wants pizza on Friday?', 'how much is the ticket to Berlin?', 'thanks, that was fun'],
    ...['my phone needs a new password app', 'the dog next door barked all night long', 'When do we start?'],
    ...['do you have time on Sunday?', 'the key point is that we need more people', 'We opened a bottle of wine'],
    ...['open the window please', 'I parked next to you', 'he is a member of the band', 'the bus was late again today'],
    ...['good night everyone', 'Who is bringing the cake?', 'what is the plan for Saturday?', '👍', '', '???', 'ok'],
  ],
  beyond: {
    'Where can I park?': ['where do I leave my car'],
    'How do I swap a shift?': ['I would like to trade my shift'],
    'Can I bring my dog?': ['puppy ok?'],
  },
}

const japanese: Talk = {
  questions: {
    '営業時間は何時からですか？': ['営業時間', '何時に開く'],
    '駐車場はどこですか？': ['駐車場'],
    '会費はいくらですか？': ['会費'],
    '鍵は誰が持っていますか？': ['鍵'],
    'シフトの交代はどうすればいいですか？': ['シフト交代'],
    'Wi-Fiのパスワードは何ですか？': ['Wi-Fi'],
    '犬を連れて行ってもいいですか？': ['犬'],
  },
  alike: {
    '営業時間は何時からですか？': [
      ...['営業時間を教えてください', '何時に開きますか', '明日の営業時間は？', '営業時間は何時まで？'],
    ],
    '駐車場はどこですか？': ['駐車場はありますか', '駐車場の場所を教えて'],
    '会費はいくらですか？': ['会費はいくら？', '会費っていくらでしたっけ', '年会費はおいくらですか'],
    '鍵は誰が持っていますか？': ['鍵は誰が持ってる？', '誰か鍵持ってますか', '鍵どこ？'],
    'シフトの交代はどうすればいいですか？': ['シフトを交代したい', 'シフト交代の方法は？'],
    'Wi-Fiのパスワードは何ですか？': [
      'ＷｉＦｉのパスワード教えて',
      'パスワードは？Wi-Fiの',
      'ワイファイのパスワードは？',
    ],
    '犬を連れて行ってもいいですか？': ['犬も連れて行っていい？', 'ペットの犬はOKですか'],
  },
  different: [
    ...[
      '今何時ですか',
      'どこにいますか',
      'ドアを開けました',
      'お誕生日おめでとう',
      '明日は雨らしいですね',
      'ピザはいくら？',
    ],
    ...[
      '誰が来ますか',
      'ありがとうございます',
      '了解です',
      '会議は３時からです',
      '駅で待っています',
      '何時に集合しますか',
    ],
    ...['犬がかわいい', 'パソコンが壊れた', '鍵盤を弾く', 'おやすみなさい', '傘は誰が持ってくる？'],
  ],
  beyond: {
    '営業時間は何時からですか？': ['お店は何時からやってますか'],
    '駐車場はどこですか？': ['車はどこに停めればいい？'],
    'シフトの交代はどうすればいいですか？': ['シフト代わってほしい'],
  },
}

const chinese: Talk = {
  questions: {
    '請問幾點開門？': ['營業時間'],
    '停車場在哪裡？': ['停車'],
    '會費多少錢？': ['會費'],
    '鑰匙在誰那裡？': ['鑰匙'],
    '怎麼換班？': ['換班'],
    '無線網路的密碼是什麼？': ['wifi密碼'],
    '可以帶狗嗎？': ['寵物'],
  },
  alike: {
    '請問幾點開門？': [...['明天幾點開門', '什麼時候開門呢', '營業時間是幾點到幾點', '幾點開始營業', '早上幾點開門啊']],
    '停車場在哪裡？': ['哪裡可以停車', '附近有停車場嗎'],
    '會費多少錢？': ['會費是多少', '請問會費怎麼繳'],
    '鑰匙在誰那裡？': ['誰有鑰匙', '鑰匙在誰手上', '鑰匙誰拿走了'],
    '怎麼換班？': ['我想換班要怎麼做', '可以跟我換班嗎', '想跟人換班'],
    '無線網路的密碼是什麼？': ['網路密碼是多少', 'wifi的密碼', '密碼多少'],
    '可以帶狗嗎？': ['能帶狗狗去嗎', '狗可以進去嗎'],
  },
  different: [
    ...['現在幾點了', '你在哪裡', '我把門打開了', '生日快樂', '明天會下雨', '披薩多少錢', '誰要來', '謝謝大家', '好的'],
    ...['我們三點開會', '車站見', '開會了嗎', '門口見', '停電了', '我家的狗生病了', '換個時間吧', '晚安'],
  ],
  beyond: { '停車場在哪裡？': ['車可以停哪裡'], '會費多少錢？': ['會費要交多少'] },
}

const thai: Talk = {
  questions: {
    เปิดกี่โมง: ['เวลาเปิด'],
    จอดรถได้ที่ไหน: ['ที่จอดรถ'],
    ค่าสมาชิกเท่าไหร่: ['ค่าสมาชิก'],
    กุญแจอยู่ที่ใคร: ['กุญแจ'],
    แลกกะอย่างไร: ['แลกกะ'],
    รหัสไวไฟคืออะไร: ['รหัส wifi'],
    พาหมาไปได้ไหม: ['สัตว์เลี้ยง'],
  },
  alike: {
    เปิดกี่โมง: [...['พรุ่งนี้เปิดกี่โมงครับ', 'ร้านเปิดเมื่อไหร่คะ', 'เวลาเปิดร้าน', 'ร้านเปิดกี่โมง', 'เปิดวันอาทิตย์ไหม']],
    จอดรถได้ที่ไหน: ['มีที่จอดรถไหม', 'จอดรถตรงไหนได้บ้าง', 'จอดรถที่ไหนดี'],
    ค่าสมาชิกเท่าไหร่: ['ค่าสมาชิกเท่าไหร่ครับ', 'ค่าสมาชิกกี่บาท', 'สมาชิกเสียเท่าไหร่'],
    กุญแจอยู่ที่ใคร: ['ใครมีกุญแจบ้าง', 'กุญแจอยู่กับใคร', 'กุญแจอยู่ไหน'],
    แลกกะอย่างไร: ['อยากแลกกะต้องทำยังไง', 'ขอแลกกะได้ไหม', 'แลกกะกับใครได้บ้าง'],
    รหัสไวไฟคืออะไร: ['ขอรหัสไวไฟหน่อย', 'รหัส wifi อะไร', 'ไวไฟรหัสอะไร'],
    พาหมาไปได้ไหม: ['พาหมาไปด้วยได้ไหมคะ'],
  },
  different: [
    ...['ตอนนี้กี่โมงแล้ว', 'อยู่ที่ไหน', 'เปิดประตูแล้ว', 'สุขสันต์วันเกิด', 'พรุ่งนี้ฝนตก', 'พิซซ่าเท่าไหร่', 'ใครจะมาบ้าง'],
    ...['ขอบคุณครับ', 'โอเค', 'ประชุมบ่ายสาม', 'เจอกันที่สถานี', 'รถติดมาก', 'ปิดไฟด้วยนะ', 'หมาน่ารักจัง', 'เปิดเพลงหน่อย'],
  ],
  beyond: { พาหมาไปได้ไหม: ['เอาหมามาได้ไหม'] },
}

const talks = { english, japanese, chinese, thai }

const rule = (question: string, keywords: string[], more: Partial<AnsweringRule> = {}): AnsweringRule => ({
  ...standardRule,
  id: question,
  answer: '!',
  question,
  keywords,
  ...more,
})

/** Returns the question nearest to a text, or undefined if none is near. */
function openChannel({ questions }: Talk): (text: string) => string | undefined {
  const rules = Object.entries(questions).map(([question, keywords]) => rule(question, keywords))
  const likeness = createLikeness(rules, 'similar')
  return (text) => {
    const [nearest] = likeness.find(text).sort((a: Found, b: Found) => b.length - a.length)
    return nearest && rules[nearest.rule]?.question
  }
}

for (const [language, talk] of Object.entries(talks)) {
  test(`a rephrased question is found, in ${language}`, () => {
    const find = openChannel(talk)
    for (const [question, texts] of Object.entries(talk.alike))
      for (const text of [question, ...texts]) assert.equal(find(text), question, text)
  })

  test(`a text that is not such a question is left alone, in ${language}`, () => {
    const find = openChannel(talk)
    for (const text of talk.different) assert.equal(find(text), undefined, text)
  })

  test(`a text that shares only the meaning is not found, rather than matched wrongly, in ${language}`, () => {
    const find = openChannel(talk)
    for (const text of Object.values(talk.beyond).flat()) assert.equal(find(text), undefined, text)
  })
}

test('a similarity counts less than any literal match, and shows its score and what it matched', () => {
  const rules = [rule('Where can I park?', ['parking lot']), rule('parking', ['parking'], { match: 'keyword' })]
  const found = createLikeness(rules, 'similar').find('Is there a parking lot?')
  assert.deepEqual(
    found.map(({ rule: number, by }) => ({ number, by })),
    [{ number: 0, by: 'parking lot' }],
  )
  for (const { length, score } of found) assert.ok(length === score && length > 0 && length < 1)
})

test('only rules in similar mode are considered', () => {
  const rules = [rule('When do you open?', ['open'], { match: 'keyword' }), rule('When do you open?', ['open'])]
  assert.deepEqual(createLikeness(rules, 'keyword').find('When do you open?'), [])
  const numbers = createLikeness(rules, 'similar')
    .find('When do you open?')
    .map((found) => found.rule)
  assert.deepEqual(numbers, [1])
})

test('a question made only of common question words matches only its own kind', () => {
  const find = openChannel({ ...english, questions: { 'How much is it?': ['price'], 'When do you open?': ['hours'] } })
  assert.equal(find('how much does it cost?'), 'How much is it?')
  assert.equal(find('how much is the ticket?'), undefined)
  assert.equal(find('what time is it?'), undefined)
})

test('earlier questions have no effect on later ones', () => {
  const find = openChannel(english)
  for (let round = 0; round < 3; round++) {
    assert.equal(find('are dogs allowed'), 'Can I bring my dog?')
    assert.equal(find('see you tomorrow'), undefined)
  }
})

test('very long messages and ten thousand questions in the same words are handled', () => {
  const many = Array.from({ length: 10_000 }, (_, index) =>
    rule(`When does bus ${index} to the harbour leave?`, [`bus ${index}`]),
  )
  const likeness = createLikeness(many, 'similar')
  const numbers = likeness.find('When does bus 4711 leave?').map((found) => found.rule)
  assert.deepEqual(numbers, [4711])
  for (const text of ['bus '.repeat(1250), 'ก'.repeat(5000), '営業'.repeat(2500), '\ud83d'.repeat(5000)])
    likeness.find(text)
  assert.ok(likeness.sizeBytes < 10 * 1024 * 1024)
})
