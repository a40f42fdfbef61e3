import { fold } from './fold.ts'

/**
 * What a text is compared by: hashes of words and pieces of words, and how much each says. Only the content can make texts
 * alike; the rest (what is asked for, words of every other sentence) tells near ones apart.
 */
export type Features = {
  content: Map<number, number>
  rest: Map<number, number>
  /** Whether the text asks or wishes, rather than tells. */
  isAsking: boolean
}

/** Beyond this a text is no question any more, and each feature costs time with every rule that has it. */
const mostCharacters = 600
const mostFeatures = 200

/**
 * Pieces, so that "opening" is like "opened" and 開きます like 開く. What is asked for, such as a time or a place, counts as one
 * word in whatever words it is asked.
 */
export function readFeatures(text: string): Features {
  const folded = fold(text.slice(0, mostCharacters)).replace(hyphen, '$1$2')
  const features: Features = { content: new Map(), rest: new Map(), isAsking: asking.test(folded) }
  for (const [kind, expression] of Object.entries(asked)) {
    if (expression.test(folded)) {
      features.rest.set(hashOf(`?${kind}`), 1)
      features.isAsking = true
    }
  }
  for (const { segment, isWordLike } of segmenter.segment(folded)) {
    if (features.content.size >= mostFeatures) break
    if (!isWordLike) continue
    if (isCommon(segment)) features.rest.set(hashOf(segment), 0.1)
    else addWord(features.content, segment)
  }
  return features
}

/** Wi-Fi and wifi are one word; "shift-swap" stays two. */
const hyphen = /\b(\p{L}{1,3})-(\p{L}{1,3})\b/gu
/** Knows words of Thai, Japanese and Chinese by a dictionary of its own, whatever language it is made for. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

function addWord(content: Map<number, number>, word: string): void {
  add(content, stemOf(word), 1)
  const characters = [...word]
  if (/^\p{Script=Han}/u.test(word)) {
    for (const character of characters) if (!common.has(character)) add(content, `_${character}`, 0.5)
    return
  }
  if (characters.length < 4 || /^\p{N}/u.test(word)) return
  // Together the pieces of a word count about as much as the word.
  const edged = ['^', ...characters]
  const share = 0.9 / Math.sqrt(edged.length - 2)
  for (let at = 0; at + 3 <= edged.length; at++) add(content, `_${edged.slice(at, at + 3).join('')}`, share)
}

function add(content: Map<number, number>, feature: string, weight: number): void {
  const hash = hashOf(feature)
  content.set(hash, Math.max(content.get(hash) ?? 0, weight))
}

/** Without the endings of English that change no meaning, and without those of Japanese verbs; other words have their pieces. */
function stemOf(word: string): string {
  const stem = /^[a-z]{4,}$/.test(word)
    ? word.replace(/(?:ing|ed|es|s)$/, '')
    : word.replace(/(?<=^\p{Script=Han}+)\p{Script=Hiragana}+$/u, '')
  return stem.length >= 3 || stem.length < word.length - 3 || !/^[a-z]/.test(stem) ? stem : word
}

/** Particles and endings of Japanese are nearly all that is written in one or two hiragana. */
function isCommon(word: string): boolean {
  return common.has(word) || /^\p{Script=Hiragana}{1,2}$/u.test(word)
}

function hashOf(feature: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < feature.length; index++) hash = Math.imul(hash ^ feature.charCodeAt(index), 0x01000193)
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
}

const asking =
  /\?|\bplease\b|\b(?:i|we) (?:need|want|would like)\b|^(?:is|are|can|could|may|do|does|did|will|would|any|what|which)\b|教えて|下さい|ください|たい|ほしい|欲しい|ますか|ですか|請|请|想|嗎|吗|呢|可以|能不能|ไหม|มั้ย|หรือ|ขอ|อยาก|อะไร/

/** What is asked for, as it is asked in the languages the bot speaks. */
const asked: Record<string, RegExp> = {
  time: /\bwhen\b|\b(?:what|which) (?:time|hour|day)|how late|how early|何時|いつ|幾點|几点|什麼時候|什么时候|何时|กี่โมง|เมื่อไห?ร่?|ตอนไหน|วันไหน/,
  place: /\bwhere\b|どこ|何処|哪裡|哪里|哪邊|哪儿|在哪|ที่ไหน|ตรงไหน|อยู่ไหน/,
  person: /\bwho(?:se|m)?\b|誰|だれ|谁|ใคร/,
  price: /how much|\bprice|\bcost|\bfees?\b|いくら|何円|料金|値段|多少錢|多少钱|幾元|費用|费用|價錢|เท่าไห?ร่?|กี่บาท|ราคา/,
  manner: /\bhow (?:do|does|can|could|to|should)\b|どうやって|どうすれば|方法|怎麼|怎么|如何|ยังไง|อย่างไร|วิธี/,
  reason: /\bwhy\b|なぜ|どうして|為什麼|为什么|ทำไม/,
}

const common = new Set(
  [
    'a an the i me my we us our you your he she it its they them this that these those there here is are was were be been',
    'do does did have has had can could will would shall should may might must not no yes and or but if so then than of in',
    'on at to from for with by about as up out what when where who how why which much many any some please hi hello hey',
    'thanks thank ok okay anyone anybody someone know tell just again also now time day today tomorrow week month year get got',
    'go going take taking bring bringing come coming make give put use want need like let see cost costs price fee fees',
    'monday tuesday wednesday thursday friday saturday sunday mondays sundays saturdays',
    'です ます ました ません でした ください 下さい ありますか ある いる する こと もの これ それ あれ ここ そこ 何 いつ どこ 誰 何時 から まで',
    'いくら って たい 教え 教えて 知り こんにちは すみません 今日 明日 時間 料金 値段 月曜 火曜 水曜 木曜 金曜 土曜 日曜 曜日',
    '的 了 嗎 吗 呢 吧 啊 喔 呀 我 你 您 他 她 我們 你們 他們 大家 是 有 沒 沒有 在 要 會 能 可以 請 請問 问 請教 想 什麼 什么 時候',
    '多少 錢 钱 多少錢 多少钱 怎麼 怎么 如何 哪裡 哪里 誰 谁 幾點 几点 這 那 這個 那個 個 就 也 都 不 和 跟 到 去 來 今天 明天 一下 知道 嗨 你好 哪 幾 點 問 時間 时间 費用 星期',
    'ครับ ค่ะ คะ นะ จ้ะ จ้า ไหม มั้ย หรือ หรือเปล่า ที่ ได้ ให้ มี เป็น อยู่ จะ ก็ และ กับ ของ ใน ไป มา นี้ นั้น อะไร กี่ โมง เมื่อไหร่',
    'บาท เท่า ไหร่ ไร เมื่อไร ไหน ที่ไหน ใคร ยังไง อย่างไร เท่าไหร่ เท่าไร ทำไม ขอ หน่อย บ้าง วัน วันนี้ พรุ่งนี้ เรา ผม ฉัน คุณ ต้อง ถึง สวัสดี ไม่ แล้ว เวลา ราคา อยาก',
  ]
    .join(' ')
    .split(' ')
    .map(fold),
)
